// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { writeScreen } from './write-screen.ts'

/** What the browser makes of a screen that was written and read again. */
function written(html: string): HTMLElement {
  const main = document.createElement('main')
  main.innerHTML = html
  const read = document.createElement('div')
  read.innerHTML = writeScreen(main)
  return read
}

test('what a list of videos shows comes back as it was', () => {
  const html =
    '<h1 class="text-2xl">お気に入り</h1><ul class="video-grid"><li class="grid"><article><a class="block" href="/video/dQw4w9WgXcQ" tabindex="-1"><img class="aspect-video" src="https://i.ytimg.com/vi/a/mqdefault.jpg" alt="" width="320" height="180" loading="lazy"></a><p>名前 &amp; 音 &lt;b&gt; "引用"</p><svg class="icon" viewBox="0 0 24 24"><path d="M4 6.5h16"></path></svg></article></li></ul>'
  expect(written(html).innerHTML).toBe(html)
})

test('nothing that runs, leads elsewhere, is styled by hand or takes input comes along', () => {
  const read = written(`
    <script>alert(1)</script><style>p { color: red }</style><iframe src="/x"></iframe><input value="typed"><textarea>typed</textarea>
    <p onclick="alert(1)" style="color: red" id="root" data-path="/x">残る</p>
    <a href="javascript:alert(1)">a</a><a href="//evil.example">b</a><a href="/\\evil.example">c</a><a href="https://evil.example">d</a>
    <img src="data:image/png;base64,AAAA" alt="絵"><img src="blob:https://x/1" onerror="alert(1)" alt="絵"><dialog open>閉じた</dialog><p hidden>隠れた</p>`)
  expect(read.textContent.replace(/\s+/g, ' ').trim()).toBe('残る abcd')
  expect(read.querySelectorAll('script, style, iframe, input, textarea, dialog').length).toBe(0)
  const attributes = [...read.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())
  expect(new Set(attributes)).toEqual(new Set(['tabindex', 'alt', 'loading']))
})

test('texts cannot end what they stand in', () => {
  const main = document.createElement('main')
  const link = main.appendChild(document.createElement('a'))
  link.className = '"><img src=x onerror=alert(1)>'
  link.textContent = '</a><script>alert(1)</script>\u{ad}😀\u00a0'
  const read = written(main.innerHTML)
  expect(read.querySelectorAll('*').length).toBe(1)
  expect(read.textContent).toBe(link.textContent)
  expect(read.firstElementChild?.className).toBe(link.className)
})

test('what only ears get, and what only matters once something is done to it, stays away', () => {
  const read = written(
    '<p class="grid transition-colors hover:bg-hover group-hover/card:scale-2 disabled:opacity-45 sm:flex dark:ring-1">見える<span class="block sr-only">聞こえる</span></p>',
  )
  expect(read.innerHTML).toBe('<p class="grid sm:flex dark:ring-1">見える</p>')
})

test('nothing takes the focus, and what is of the moment is marked', () => {
  const read = written(
    '<button class="x">押す</button><a href="/">行く</a><time data-momentary="" datetime="2026">3分前</time>',
  )
  expect([...read.querySelectorAll('button, a')].map((element) => element.getAttribute('tabindex'))).toEqual([
    '-1',
    '-1',
  ])
  expect(read.querySelector('[data-momentary]')?.textContent).toBe('3分前')
})

test('of what is far down a list that keeps its room only the names are kept, and where they lead', () => {
  const item =
    '<li class="video-item"><article><img src="/a.jpg" alt=""><a href="/video/x">名 &lt;前&gt;</a><a href="//evil.example">他</a><p>細部</p></article></li>'
  const items = [...written(`<ul>${item.repeat(18)}</ul>`).querySelectorAll('li')]
  expect(items.map((each) => each.querySelector('img, p') !== null)).toEqual([
    ...Array<boolean>(16).fill(true),
    false,
    false,
  ])
  expect(items[17]?.outerHTML).toBe(
    '<li class="video-item"><article><a href="/video/x" tabindex="-1">名 &lt;前&gt;</a><a tabindex="-1">他</a></article></li>',
  )
  expect(
    written(`<ul>${item.replace('video-item', 'grid').repeat(18)}</ul>`).querySelectorAll('img').length,
  ).toBe(18)
})

test('of a very long screen the beginning is kept, well-formed', () => {
  const item = `<li class="item">${'長い'.repeat(500)}</li>`
  const read = written(`<ul class="list">${item.repeat(1_000)}</ul>`)
  const items = read.querySelectorAll('ul.list > li')
  expect(items.length).toBeGreaterThan(100)
  expect(items.length).toBeLessThan(200)
  expect(read.innerHTML.length).toBeLessThan(170_000)
})
