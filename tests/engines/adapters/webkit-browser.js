// A WebKitGTK browser for WebDriver that keeps its profile. Run by gjs:
// gjs -m webkit-browser.js --profile=FOLDER --downloads=FOLDER --width=N --height=N --before=SOURCE
import Gdk from 'gi://Gdk?version=3.0'
import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import WebKit2 from 'gi://WebKit2?version=4.1'
import System from 'system'

const options = new Map(
  System.programArgs.map((word) => /^--(\w+)=(.*)$/s.exec(word)?.slice(1) ?? [word, '']),
)
const option = (name) => options.get(name) ?? ''
const inProfile = (name) => GLib.build_filenamev([option('profile'), name])

Gtk.init(null)
// `prefers-reduced-motion` follows it
Gtk.Settings.get_default().gtk_enable_animations = false

const dataManager = new WebKit2.WebsiteDataManager({
  base_data_directory: inProfile('data'),
  base_cache_directory: inProfile('cache'),
})
dataManager
  .get_cookie_manager()
  .set_persistent_storage(inProfile('cookies.sqlite'), WebKit2.CookiePersistentStorage.SQLITE)
const context = new WebKit2.WebContext({ website_data_manager: dataManager })
context.set_preferred_languages(['ja-JP', 'ja'])
context.set_automation_allowed(true)
context.connect('download-started', (_context, download) => {
  download.connect('decide-destination', (_download, name) => {
    const path = GLib.build_filenamev([option('downloads'), name])
    download.set_destination(Gio.File.new_for_path(path).get_uri())
    return true
  })
})

const parent = () =>
  new TextDecoder().decode(GLib.file_get_contents('/proc/self/stat')[1]).split(') ')[1].split(' ')[1]
const driver = parent()
GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, 1, () => {
  if (parent() !== driver) Gtk.main_quit()
  return GLib.SOURCE_CONTINUE
})
const quitAfterTheLast = () => {
  if (Gtk.Window.list_toplevels().every((window) => window.in_destruction())) Gtk.main_quit()
}

function openView() {
  const content = new WebKit2.UserContentManager()
  const { TOP_FRAME } = WebKit2.UserContentInjectedFrames
  const { START } = WebKit2.UserScriptInjectionTime
  if (option('before') !== '')
    content.add_script(new WebKit2.UserScript(option('before'), TOP_FRAME, START, null, null))
  const view = new WebKit2.WebView({
    web_context: context,
    user_content_manager: content,
    is_controlled_by_automation: true,
    settings: new WebKit2.Settings({ enable_write_console_messages_to_stdout: true }),
  })
  view.connect('permission-request', (_view, request) => {
    request.deny()
    return true
  })
  view.connect('web-process-terminated', (_view, reason) =>
    print(`CONSOLE ERROR web process ended: ${reason}`),
  )
  const window = new Gtk.Window({ type: Gtk.WindowType.TOPLEVEL })
  window.set_default_size(Number(option('width')), Number(option('height')))
  window.add(view)
  window.connect('destroy', quitAfterTheLast)
  view.connect('close', () => window.destroy())
  window.show_all()
  // Without a window manager nobody else gives the focus to a window
  window.get_window().focus(Gdk.CURRENT_TIME)
  view.grab_focus()
  return view
}

context.connect('automation-started', (_context, session) => {
  const info = new WebKit2.ApplicationInfo()
  info.set_name('mirutomo')
  info.set_version(1, 0, 0)
  session.set_application_info(info)
  session.connect('create-web-view', openView)
})

Gtk.main()
