import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readForm } from './form.ts'

const read = (text: string): unknown => structuredClone(plain(readForm(new URLSearchParams(text))))

/** With prototypes again, so that it compares. */
function plain(form: unknown): unknown {
  if (typeof form !== 'object' || form === null) return form
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, plain(value)]))
}

test.each([
  ['a=1&b=2', { a: '1', b: '2' }],
  ['items[0][price]=p&items[0][quantity]=1', { items: { 0: { price: 'p', quantity: '1' } } }],
  ['expand[]=x&expand[]=y', { expand: { 0: 'x', 1: 'y' } }],
  ['metadata[a.b]=%E7%8C%AB&metadata[c]=', { metadata: { 'a.b': '猫', c: '' } }],
  ['a=1&a=2', { a: '2' }],
])('%s', (text, form) => {
  expect(read(text)).toEqual(form)
})

test.each(['a=1&a[b]=2', 'a[b]=1&a=2', 'a]b[=1', '[a]=1', 'a[b=1', 'a=%00', `a${'[b]'.repeat(10)}=1`])(
  '%s cannot be read',
  (text) => {
    expect(readForm(new URLSearchParams(text))).toBeNull()
  },
)

test('a key that objects have from birth is a key like any other', () => {
  const form = readForm([
    ['__proto__[polluted]', 'yes'],
    ['constructor', 'x'],
  ])
  expect(Object.keys(form ?? {})).toEqual(['__proto__', 'constructor'])
  expect({}).not.toHaveProperty('polluted')
})

test('whatever is sent, it is read or it is not, and nothing breaks', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
      expect(() => readForm(pairs)).not.toThrow()
    }),
  )
})
