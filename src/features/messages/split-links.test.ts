import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

const links = (text: string) => splitLinks(text).flatMap((part) => (part.link ? [part.text] : []))

test.each([
  ['これ見て https://youtu.be/abc?t=1&x=2 すごい', 'https://youtu.be/abc?t=1&x=2'],
  ['（https://example.com/道）。', 'https://example.com/道'],
  ['「http://example.com」と言った', 'http://example.com'],
  ['終わりに点 https://example.com/a.', 'https://example.com/a'],
  ['https://youtu.be/abcを見て', 'https://youtu.be/abc'],
  ['https://youtu.be/abc動画です', 'https://youtu.be/abc'],
  ['https://youtu.be/abcカラオケ', 'https://youtu.be/abc'],
  ['https://youtu.be/abcｶﾗｵｹ', 'https://youtu.be/abc'],
  ['https://example.com/を見て', 'https://example.com/'],
  ['https://example.comに', 'https://example.com'],
  ['https://youtu.be/abc〜最高', 'https://youtu.be/abc'],
  ['https://youtu.be/abc…', 'https://youtu.be/abc'],
  ['https://youtu.be/abc😂', 'https://youtu.be/abc'],
  ['https://youtu.be/abc・次', 'https://youtu.be/abc'],
  ['“https://youtu.be/abc”', 'https://youtu.be/abc'],
  ['https://youtu.be/abc：続き', 'https://youtu.be/abc'],
  ['https://ja.wikipedia.org/wiki/東京タワーを見て', 'https://ja.wikipedia.org/wiki/東京タワーを見て'],
  ['https://example.com/?q=猫&p=2', 'https://example.com/?q=猫&p=2'],
  ['https://www.日本語.jp/a', 'https://www.日本語.jp/a'],
  ['https://ひらがな.jp', 'https://ひらがな.jp'],
  ['https://ja.wikipedia.org/wiki/A_(B)', 'https://ja.wikipedia.org/wiki/A_(B)'],
  ['(https://ja.wikipedia.org/wiki/A_(B))', 'https://ja.wikipedia.org/wiki/A_(B)'],
  ['(https://example.com/a)!', 'https://example.com/a'],
  ['[https://example.com/a[1]].', 'https://example.com/a[1]'],
  ['HTTPS://Example.com/A', 'HTTPS://Example.com/A'],
  ['Http://example.com', 'Http://example.com'],
])('the address in %s', (text, address) => {
  expect(links(text)).toEqual([address])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'ただの文',
  'example.com',
  'https://youtube.com@evil.example/',
  'https://user:password@evil.example/',
  'https://y\u043Eutube.com/',
  'https://example.com/\u202Egpj.exe',
])('none in %j', (text) => {
  expect(links(text)).toEqual([])
})

test('the link after one that hides where it leads stays a link', () => {
  expect(links('https://youtube.com@evil.example/ https://youtu.be/abc')).toEqual(['https://youtu.be/abc'])
})

test('nothing of the text is lost', () => {
  const text = 'a https://example.com/b, c https://example.com/d)\n\nhttps:// e'
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
