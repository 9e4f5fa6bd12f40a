// A WebKitGTK browser that is driven by JSON lines on a local port (`webkit-line.ts`), run by gjs on a display. Unlike
// a WebDriver session it outlives WebKit's network process, and it is the parent of all its processes.
//   gjs -m webkit-tabs.js '{"profile":"/folder","width":390,"height":844}'
// Prints {"port":N} once it listens. A request is {id, tab, command, ...}, its answer {id, value} or {id, error};
// events come as {event, ...}. Ends with its last connection.
import Gdk from 'gi://Gdk?version=3.0'
import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import System from 'system'
import WebKit2 from 'gi://WebKit2?version=4.1'

Gio._promisify(Gio.DataInputStream.prototype, 'read_line_async', 'read_line_finish_utf8')
Gio._promisify(
  WebKit2.WebView.prototype,
  'call_async_javascript_function',
  'call_async_javascript_function_finish',
)
Gio._promisify(WebKit2.WebView.prototype, 'get_snapshot', 'get_snapshot_finish')

const MODIFIERS = { Shift: Gdk.ModifierType.SHIFT_MASK, Control: Gdk.ModifierType.CONTROL_MASK }
const options = JSON.parse(ARGV[0])
/** By number; a closed tab leaves a hole. */
const tabs = []
const open = () => tabs.filter((tab) => tab !== undefined)
/** Connections that hear of events. */
const connections = new Set()

// Synthesized events are core events, which are not delivered beside those of XInput 2
Gdk.disable_multidevice()
Gtk.init(null)
// What `prefers-reduced-motion` follows
Gtk.Settings.get_default().gtk_enable_animations = false
// Hazard: a second press at the same place would select the word there, for test events carry no time
Gtk.Settings.get_default().gtk_double_click_time = 0

const data = new WebKit2.WebsiteDataManager({
  base_data_directory: `${options.profile}/data`,
  base_cache_directory: `${options.profile}/cache`,
})
data.set_itp_enabled(false)
const context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_preferred_languages(['ja-JP', 'ja'])
context
  .get_cookie_manager()
  .set_persistent_storage(`${options.profile}/cookies.sqlite`, WebKit2.CookiePersistentStorage.SQLITE)

context.connect('download-started', (_, download) => {
  download.connect('decide-destination', (_download, name) => {
    download.set_destination(Gio.File.new_for_path(`${options.downloads}/${name}`).get_uri())
    return true
  })
})

function openTab(related) {
  const number = tabs.length
  const content = new WebKit2.UserContentManager()
  if (options.before !== undefined)
    content.add_script(
      WebKit2.UserScript.new(
        options.before,
        WebKit2.UserContentInjectedFrames.TOP_FRAME,
        WebKit2.UserScriptInjectionTime.START,
        null,
        null,
      ),
    )
  const settings = new WebKit2.Settings({
    enable_write_console_messages_to_stdout: true,
    // Hardware acceleration needs a graphics card
    hardware_acceleration_policy: WebKit2.HardwareAccelerationPolicy.NEVER,
  })
  const view = new WebKit2.WebView({
    settings,
    user_content_manager: content,
    ...(related === undefined ? { web_context: context } : { related_view: related }),
  })
  view.connect('web-process-terminated', () => tell({ event: 'ended', tab: number }))
  view.connect('load-changed', (_, event) => {
    if (event === WebKit2.LoadEvent.COMMITTED) tell({ event: 'document', tab: number })
  })
  view.connect('create', () => openTab(view).view)
  // A native dialog would block everything: the person always agrees
  view.connect('script-dialog', (_, dialog) => {
    const type = dialog.get_dialog_type()
    if (type === WebKit2.ScriptDialogType.CONFIRM || type === WebKit2.ScriptDialogType.BEFORE_UNLOAD_CONFIRM)
      dialog.confirm_set_confirmed(true)
    return true
  })
  view.connect('permission-request', (_, request) => {
    request.deny()
    return true
  })
  const window = new Gtk.Window({
    type: Gtk.WindowType.TOPLEVEL,
    default_width: options.width,
    default_height: options.height,
  })
  const tab = { number, view, window }
  window.add(view)
  window.connect('map-event', () => {
    focus(tab)
    return false
  })
  window.show_all()
  tabs[number] = tab
  return tab
}

/** Puts the keyboard's focus on a tab. There is no window manager that would do it. */
function focus({ view, window }) {
  window.present()
  window.get_window().focus(Gdk.CURRENT_TIME)
  view.grab_focus()
}

/** `x`, `y`: pixels of the viewport, which is the whole window. The page sees trusted events. */
function clickAt({ window }, { x, y }) {
  for (const type of [Gdk.EventType.BUTTON_PRESS, Gdk.EventType.BUTTON_RELEASE])
    if (!Gdk.test_simulate_button(window.get_window(), x, y, 1, 0, type)) throw new Error('no click')
}

/** `name`: GDK's, as `Return` or `Tab`. `held`: modifiers. The page sees trusted events. */
function pressKey({ window }, { name, held }) {
  const modifiers = held.reduce((mask, modifier) => mask | MODIFIERS[modifier], 0)
  for (const type of [Gdk.EventType.KEY_PRESS, Gdk.EventType.KEY_RELEASE])
    if (!Gdk.test_simulate_key(window.get_window(), -1, -1, Gdk.keyval_from_name(name), modifiers, type))
      throw new Error(`no key ${name}`)
}

/** Resolves when `move` has brought another document, rejects when none comes. */
const untilCommitted = (view, move) =>
  new Promise((resolve, reject) => {
    const settle = (settled, value) => {
      for (const handler of handlers) view.disconnect(handler)
      settled(value)
    }
    const handlers = [
      view.connect('load-changed', (_, event) => {
        if (event === WebKit2.LoadEvent.COMMITTED) settle(resolve)
      }),
      view.connect('load-failed', (_, _event, address, error) => {
        settle(reject, new Error(`${address}: ${error.message}`))
        // Hazard: a page of the engine's own that tells of the error takes the place of the next attempt
        return true
      }),
      view.connect('web-process-terminated', () => settle(reject, new Error('the process of the tab ended'))),
    ]
    move()
  })

const COMMANDS = {
  new: () => openTab().number,
  close: (tab) => {
    tab.window.destroy()
    tabs[tab.number] = undefined
  },
  go: ({ view }, { address }) => untilCommitted(view, () => view.load_uri(address)),
  reload: ({ view }) => untilCommitted(view, () => view.reload()),
  // The document may be the same one, or come from the back/forward cache
  back: ({ view }) => view.go_back(),
  forward: ({ view }) => view.go_forward(),
  /** `body` of an async function; the value must be JSON. */
  run: async ({ view }, { body }) => {
    const value = await view.call_async_javascript_function(body, -1, null, null, null, null)
    const json = value.to_json(0)
    return json === null ? null : JSON.parse(json)
  },
  screenshot: async ({ view }, { path }) => {
    const surface = await view.get_snapshot(
      WebKit2.SnapshotRegion.VISIBLE,
      WebKit2.SnapshotOptions.NONE,
      null,
    )
    surface.writeToPNG(path)
  },
  front: focus,
  hide: () => {
    for (const { window } of open()) window.hide()
  },
  show: () => {
    for (const { window } of open()) window.show_all()
  },
  resize: ({ window }, { width, height }) => window.resize(width, height),
  click: clickAt,
  key: pressKey,
}

async function answer(line) {
  const { id, tab, command, ...rest } = JSON.parse(line)
  try {
    const run = COMMANDS[command]
    if (run === undefined) throw new Error(`unknown command: ${command}`)
    if (tab !== undefined && tabs[tab] === undefined) throw new Error(`no tab ${tab}`)
    return { id, value: (await run(tabs[tab], rest)) ?? null }
  } catch (error) {
    return { id, error: error.message }
  }
}

const send = (connection, message) =>
  connection.get_output_stream().write_all(`${JSON.stringify(message)}\n`, null)

const tell = (event) => {
  for (const connection of connections) send(connection, event)
}

async function serve(connection) {
  const input = new Gio.DataInputStream({ base_stream: connection.get_input_stream() })
  connections.add(connection)
  for (;;) {
    const [line] = await input.read_line_async(GLib.PRIORITY_DEFAULT, null)
    if (line === null) break
    void answer(line)
      .then((message) => send(connection, message))
      .catch(logError)
  }
  connections.delete(connection)
  // Whoever started it has ended
  if (connections.size === 0) Gtk.main_quit()
}

const service = new Gio.SocketService()
const port = service.add_any_inet_port(null)
service.connect('incoming', (_, connection) => {
  void serve(connection).catch(logError)
  return true
})
openTab()
print(JSON.stringify({ port }))
Gtk.main()
System.exit(0)
