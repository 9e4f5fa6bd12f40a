import { type Feature, featureAt, keysAt, lackingAll } from './compat-data.ts'

/** What is global in a page or in a worker: their members, interfaces, JavaScript's own. */
const SCOPES = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope']

const namesOfApi = new Set(keysAt('api'))
const namesOfBuiltins = new Set(keysAt('javascript', 'builtins'))

/** The features that a global may be. */
export const globalFeatures = (name: string): Feature[] =>
  [
    namesOfApi.has(name) ? featureAt('api', name) : undefined,
    namesOfBuiltins.has(name) ? featureAt('javascript', 'builtins', name) : undefined,
    ...SCOPES.map((scope) => featureAt('api', scope, name)),
  ].filter((feature) => feature !== undefined)

/** Interfaces of what stands under a global name or in a member of one. */
const INSTANCES: Record<string, string[]> = {
  navigator: ['Navigator', 'WorkerNavigator'],
  document: ['Document', 'Node', 'EventTarget'],
  location: ['Location', 'WorkerLocation'],
  history: ['History'],
  performance: ['Performance', 'EventTarget'],
  crypto: ['Crypto'],
  screen: ['Screen'],
  caches: ['CacheStorage'],
  indexedDB: ['IDBFactory'],
  localStorage: ['Storage'],
  sessionStorage: ['Storage'],
  scheduler: ['Scheduler'],
  navigation: ['Navigation', 'EventTarget'],
  clients: ['Clients'],
  registration: ['ServiceWorkerRegistration', 'EventTarget'],
  'navigator.storage': ['StorageManager'],
  'navigator.locks': ['LockManager'],
  'navigator.serviceWorker': ['ServiceWorkerContainer', 'EventTarget'],
  'navigator.clipboard': ['Clipboard', 'EventTarget'],
  'navigator.permissions': ['Permissions'],
  'crypto.subtle': ['SubtleCrypto'],
  'document.fonts': ['FontFaceSet', 'EventTarget'],
  'document.documentElement': ['Element', 'HTMLElement', 'Node', 'EventTarget'],
  'document.body': ['Element', 'HTMLElement', 'Node', 'EventTarget'],
}

/**
 * The features that `name` may be on `receiver`, a global name or a member of one: a static member, one of the prototype where `receiver` ends with it, one of the instance's interfaces.
 * Undefined if the receiver is not known.
 */
export function memberFeatures(receiver: string, name: string): Feature[] | undefined {
  const present = (features: (Feature | undefined)[]) => features.filter((feature) => feature !== undefined)
  const interfaces = INSTANCES[receiver]
  if (interfaces) return present(interfaces.map((each) => featureAt('api', each, name)))
  const owner = receiver.replace(/\.prototype$/, '')
  if (!namesOfApi.has(owner) && !namesOfBuiltins.has(owner)) return undefined
  return present([
    featureAt('javascript', 'builtins', ...owner.split('.'), name),
    featureAt('api', owner, owner === receiver ? `${name}_static` : name),
    // Older entries mark no static members
    featureAt('api', owner, name),
  ])
}

const byMember = new Map<string, Feature[]>()
for (const root of [['api'], ['javascript', 'builtins']])
  for (const owner of keysAt(...root))
    for (const member of keysAt(...root, owner)) {
      const feature = featureAt(root[0] ?? '', ...root.slice(1), owner, member)
      if (feature) byMember.set(member, [...(byMember.get(member) ?? []), feature])
    }

/**
 * What a member of an unknown object may be, if every feature of that name is too young for a supported browser. Members that the build makes itself (`isMade`) are most likely those, and
 * only looked up among JavaScript's own.
 */
export function unknownMember(name: string, isMade: boolean): Feature[] {
  const features = [...(byMember.get(name) ?? []), ...(byMember.get(`${name}_static`) ?? [])]
  return lackingAll(features).filter(({ path }) => !isMade || path.startsWith('javascript.'))
}

/** What a member of an iterator is. */
export const iteratorFeatures = (name: string): Feature[] =>
  [featureAt('javascript', 'builtins', 'Iterator', name)].filter((feature) => feature !== undefined)

/** What an event of that name may be. */
export const eventFeatures = (name: string): Feature[] => byMember.get(`${name}_event`) ?? []

/** What an attribute of an element may be. */
export const attributeFeatures = (element: string, attribute: string): Feature[] =>
  [
    featureAt('html', 'elements', element, attribute),
    featureAt('html', 'global_attributes', attribute),
  ].filter((feature) => feature !== undefined)
