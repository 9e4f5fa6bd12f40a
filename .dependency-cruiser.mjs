const from = (path) => ({ path })
/** Who may import whom: docs/decisions and README, "the house". `parser: swc` because the default one reads nothing under TypeScript 7. */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-feature-imports-another-feature',
      severity: 'error',
      from: from('^src/features/([^/]+)/'),
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-import-only-what-they-may',
      severity: 'error',
      from: from('^src/features/'),
      to: {
        path: '^(src/(app|routes|main)|sync|sw|supabase)',
        pathNot: '^sync/(collections/|outbox/|(status|engine-state|store)\\.ts)',
      },
    },
    {
      name: 'ui-imports-platform-only',
      severity: 'error',
      from: from('^src/ui/'),
      to: { path: '^(src|sync|sw|supabase)/', pathNot: '^src/(ui|platform)/' },
    },
    {
      name: 'platform-imports-domain-only',
      severity: 'error',
      from: from('^src/platform/'),
      to: { path: '^(src|sync|sw|supabase)/', pathNot: '^src/(platform|domain)/' },
    },
    {
      name: 'app-imports-sync-platform-ui-domain',
      severity: 'error',
      from: from('^src/app/'),
      to: { path: '^(src/(routes|features)|sw|supabase)/', pathNot: '^supabase/types/' },
    },
    {
      name: 'routes-do-not-import-sync-or-platform',
      severity: 'error',
      from: from('^src/routes/'),
      to: { path: '^(sync|sw|supabase|src/platform)/' },
    },
    {
      name: 'sync-imports-domain-only',
      severity: 'error',
      from: { path: '^sync/', pathNot: '^sync/chaos/app-' },
      to: { path: '^(src|sw|supabase)/', pathNot: '^(src/domain/|supabase/types/)' },
    },
    {
      name: 'simulation-puts-the-app-together',
      severity: 'error',
      from: from('^sync/chaos/app-'),
      to: { path: '^(src|sw|supabase)/', pathNot: '^src/(app|platform|domain)/[^/]*draft' },
    },
    {
      name: 'sync-has-no-react',
      severity: 'error',
      from: from('^(sync|sw|src/domain)/'),
      to: { path: 'node_modules/react' },
    },
    {
      name: 'worker-imports-sync-and-domain-only',
      severity: 'error',
      from: from('^sw/'),
      to: { path: '^(src|supabase)/', pathNot: '^src/domain/' },
    },
    {
      name: 'functions-import-domain-only',
      severity: 'error',
      from: from('^supabase/functions/'),
      to: { path: '^(src|sync|sw)/', pathNot: '^src/domain/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: from('^src/domain/'),
      to: { pathNot: '^(src/domain/|node_modules/valibot)' },
    },
    {
      name: 'supabase-client-has-two-doors',
      severity: 'error',
      from: { path: '^(src|sync|sw)/', pathNot: '^(src/app/|sync/replication/)|\\.test\\.tsx?$' },
      to: { path: 'node_modules/@supabase/' },
    },
    {
      name: 'firebase-has-one-door',
      severity: 'error',
      from: { path: '^(src|sync|sw|supabase)/', pathNot: '^src/features/verification/' },
      to: { path: 'node_modules/(firebase|@firebase)/' },
    },
    {
      name: 'stripe-js-has-one-door',
      severity: 'error',
      from: { path: '^(src|sync|sw|supabase)/', pathNot: '^src/features/payment/' },
      to: { path: 'node_modules/@stripe/' },
    },
    {
      name: 'product-does-not-import-tests',
      severity: 'error',
      from: { path: '^(src|sync|sw)/', pathNot: '\\.test\\.tsx?$|^sync/(testing|chaos)/' },
      to: { path: '^(tests/|sync/(testing|chaos|integration)/)' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$|^(sync/integration|supabase/local)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'types', 'default'],
    },
  },
}
