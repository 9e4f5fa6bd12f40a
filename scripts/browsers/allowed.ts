import type { Allowed } from './look-through.ts'

/** Members of objects of our own or of a package, whose names JavaScript has since given to something else. */
const OWN_NAMES: Allowed[] = [
  {
    features: ['.take', '.drop', '.toArray'],
    because: 'Of mingo, Dexie and our own lists; calls on iterators are found by what makes the iterator.',
  },
  { features: ['.use', '.move'], because: "Dexie's middleware and our sync state; no DisposableStack." },
  { features: ['.displayName'], because: "React's and supabase-js's own; nothing reads a function's." },
  { features: ['.margin-top', '.margin-bottom'], because: 'Keys in an object of React.' },
]

/** In code of packages, which looks for what it uses in a way that the check does not follow. */
const IN_PACKAGES: Allowed[] = [
  {
    features: ['Symbol.asyncDispose'],
    because: 'RxDB names a method by it; where there is no such symbol nothing calls the method.',
  },
  {
    features: ['navigation'],
    near: 'react-transition',
    because: 'React defines these functions first and only calls them if there is a navigation.',
  },
  {
    features: [
      "addEventListener('navigate')",
      "addEventListener('navigatesuccess')",
      "addEventListener('navigateerror')",
    ],
    near: 'navigatesuccess',
    because: 'On the navigation that React has found.',
  },
  {
    features: ['.transition'],
    near: 'defaultView',
    because: 'React reads it of the navigation that it has found.',
  },
  {
    features: ['.skipTransition', '.updateCallbackDone'],
    because: 'Of a view transition, which has begun only where there are any.',
  },
  {
    features: ['.downlink'],
    near: 'navigator.connection',
    because: 'React reads it behind a test of the connection, and takes 5 for none.',
  },
  {
    features: ['.fromElement'],
    near: 'relatedTarget',
    because: "React's reading of mouse events; no CropTarget.",
  },
  {
    features: ["addEventListener('beforeunload')"],
    near: 'unload',
    because: 'RxDB listens to pagehide and unload beside it.',
  },
  {
    features: ["addEventListener('auxclick')"],
    because: 'The middle button of a mouse: TanStack Router prevents nothing without it.',
  },
]

const OURS: Allowed[] = [
  {
    features: ["addEventListener('navigate')"],
    near: 'beforeunload',
    because: 'Behind a test of the navigation, beside beforeunload and pagehide.',
  },
  { features: ["addEventListener('freeze')"], because: 'Beside pagehide, which comes in every engine.' },
  {
    features: ['AbortSignal.timeout'],
    because:
      'Chrome before 124 ends with an AbortError; whole-answer.ts takes both, and nobody else reads the name.',
  },
  {
    features: ['globalThis.scheduler'],
    because: 'Read into a variable that may be undefined, beside setTimeout.',
  },
  {
    features: ["addEventListener('sync')", "addEventListener('periodicsync')"],
    because: 'The app syncs at start, online, focus and push as well.',
  },
  {
    features: ["addEventListener('notificationclick')"],
    because: 'The data has no entry for iOS, which has it in the installed app as it has push.',
  },
  {
    features: ["addEventListener('beforeinstallprompt')", "addEventListener('appinstalled')"],
    because: 'Elsewhere the guide says how to install by hand.',
  },
  {
    features: [
      "addEventListener('wheel')",
      "addEventListener('touchstart')",
      "addEventListener('touchend')",
      "addEventListener('touchcancel')",
    ],
    because: 'Each where there is a wheel or a touch screen; scroll is listened to beside them.',
  },
  {
    features: ["addEventListener('pushsubscriptionchange')"],
    because: 'Elsewhere the next page notices that the subscription is gone (src/app/store/keep-push.ts).',
  },
  { features: ['html.elements.img.fetchpriority'], because: 'The picture comes in its usual turn.' },
  {
    features: ['html.elements.iframe.allowfullscreen'],
    because: 'The player has a full screen of its own on iPhones; the attribute allows nothing there.',
  },
  {
    features: [
      'html.elements.meta.name.viewport.width',
      'html.elements.meta.name.viewport.initial-scale',
      'html.elements.meta.name.viewport.viewport-fit',
    ],
    because: 'For phones; desktop windows have no such viewport.',
  },
  {
    features: ['html.elements.meta.name.viewport.interactive-widget'],
    because: 'WebKit and Firefox pan; what must stay in sight follows the visual viewport.',
  },
]

/** What looks plainer, or behaves as the browser does by itself, where it is missing. */
const LOOKS: Allowed[] = [
  {
    features: ['css.properties.-webkit-touch-callout'],
    because: 'Only iOS opens a menu by a long press there.',
  },
  {
    features: ['css.properties.text-size-adjust'],
    because: 'WebKit takes it with its prefix; Firefox does not inflate text at this viewport.',
  },
  {
    features: ['css.at-rules.media.scripting'],
    because: 'Without it the shell stays behind the sentence of noscript.',
  },
  {
    features: [
      'css.properties.content-visibility',
      'css.properties.content-visibility.auto',
      'css.properties.content-visibility.hidden',
      'css.properties.content-visibility.visible',
    ],
    because: 'More is laid out; the same is seen.',
  },
  {
    features: ['css.properties.text-decoration.dotted'],
    because: "WebKit underlines with a plain line, of Tailwind's base for abbreviations.",
  },
  {
    features: ['css.properties.font-family.ui-monospace'],
    because: 'Other monospaced families stand behind it.',
  },
  {
    features: [
      'css.properties.resize',
      'css.properties.resize.vertical',
      'css.properties.resize.none',
      'css.properties.resize.both',
    ],
    because: 'Phones have no handle to drag; the fields scroll.',
  },
  {
    features: ['css.properties.field-sizing', 'css.properties.field-sizing.content'],
    because: 'The field keeps its least height, and scrolls or is dragged larger.',
  },
  {
    features: [
      'css.properties.text-spacing-trim',
      'css.properties.text-spacing-trim.trim-start',
      'css.properties.text-wrap.pretty',
      'css.properties.text-wrap.balance',
      'css.properties.word-break.auto-phrase',
    ],
    because: 'Lines break and begin less evenly.',
  },
  {
    features: [
      'css.properties.cursor.pointer',
      'css.properties.cursor.grab',
      'css.properties.cursor.grabbing',
      'css.properties.cursor.not-allowed',
    ],
    because: 'iPhones show no cursor.',
  },
  {
    features: ['css.properties.-webkit-tap-highlight-color', 'css.selectors.selection'],
    because: 'The colour is the system’s.',
  },
  {
    features: ['css.selectors.-webkit-inner-spin-button'],
    because: 'Firefox has no such part; every engine forgives unknown parts with this prefix.',
  },
  {
    features: [
      'css.properties.view-transition-name',
      'css.selectors.view-transition',
      'css.selectors.view-transition-group',
      'css.selectors.view-transition-old',
      'css.selectors.view-transition-new',
      'css.at-rules.starting-style',
    ],
    because: 'The change is shown at once, without motion.',
  },
  {
    features: [
      'css.properties.overscroll-behavior',
      'css.properties.overscroll-behavior-x',
      'css.properties.overflow-clip-margin',
    ],
    because:
      'Partly there: a scroller that has nothing to scroll lets the page move; a focus ring is cut at the edge of its box.',
  },
  {
    features: [
      'css.properties.scrollbar-width',
      'css.properties.scrollbar-width.thin',
      'css.properties.scrollbar-width.none',
      'css.properties.scrollbar-color',
    ],
    because: 'The scroll bar is the system’s.',
  },
  {
    features: ['css.properties.-webkit-app-region'],
    because: "Only for Chromium's window without a title bar.",
  },
  {
    features: ['css.properties.accent-color'],
    because: 'Partly there: contrast of the tick is not corrected; ours is measured.',
  },
]

/** What the build uses although an older supported browser lacks it. Each entry says why nobody loses more than looks. */
export const ALLOWED: readonly Allowed[] = [...OWN_NAMES, ...IN_PACKAGES, ...OURS, ...LOOKS]
