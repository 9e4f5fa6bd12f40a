/** Where members of premium write to. */
export const PREMIUM_SUPPORT_EMAIL = 'premium-support@mirutomo.example'
