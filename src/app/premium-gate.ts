export { requireSignedIn as requirePremium } from './guard.ts'
