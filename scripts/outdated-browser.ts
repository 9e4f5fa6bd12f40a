import { OLDEST_VERSIONS, type Browser } from './browsers/supported.ts'

const version = (browser: Browser): string => String(OLDEST_VERSIONS.get(browser))

/** What stands in the place of the app in a browser that is too old for it: a heading and paragraphs. */
export const OUTDATED_BROWSER_LINES = [
  'ブラウザーを更新してください',
  `ミルトモは、Safari ${version('safari')}（iOS ${version('safari_ios')}）、Chrome ${version('chrome')}、Edge ${version('edge')}、Firefox ${version('firefox')}以降で使えます。`,
  'iPhone・iPad・Mac：設定の「一般」→「ソフトウェアアップデート」',
  'Android：Google Playでブラウザーを更新',
  'Windows：ブラウザーのメニューから更新',
]

/**
 * A script for every browser, so in ES5. Tells a browser that is too old so, once the document is read: the start of the app, a module without imports, has then run, or never will. Hazard: a
 * document whose parser is stopped before its body is never painted in Chromium.
 */
export const outdatedBrowser = `function tellOutdated() {
        var body = document.createElement('body')
        var add = function (parent, name, text) {
          var element = document.createElement(name)
          if (text) element.textContent = text
          return parent.appendChild(element)
        }
        var sheet = add(document.head, 'link')
        sheet.rel = 'stylesheet'
        sheet.href = '/legal.css'
        var lines = ${JSON.stringify(OUTDATED_BROWSER_LINES)}
        for (var i = 0; i < lines.length; i++) add(body, i ? 'p' : 'h1', lines[i])
        document.body = body
      }
      document.addEventListener('DOMContentLoaded', function () {
        if (!window.first) tellOutdated()
      })`
