// Node has no IndexedDB; the unit and stack projects run the engine on fake-indexeddb. The e2e project runs on Chromium's own.
import 'fake-indexeddb/auto'
