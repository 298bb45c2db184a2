import { expect, test } from 'vitest'
import { resolveExternalLinkTarget } from './externalTarget.ts'

const target = (text: string) => resolveExternalLinkTarget(text, 'https://fairlead.example', '/outlink')

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://fairlead.example/1',
  'ftp://example.org/',
  'mailto:a@example.org',
  'about:blank',
  'intent://x#Intent;scheme=https;end',
  'https://fairlead.example@evil.example/',
  'https://user:secret@evil.example/',
  'https://',
  'evil.example',
  '',
  '/outlink?url=/outlink',
  'https://fairlead.example/outlink?url=https%3A%2F%2Fexample.org',
])('%j is refused', (text) => expect(target(text)).toEqual({ kind: 'refused' }))

test.each([
  ['/articleDetail?id=fees#section-2', '/articleDetail?id=fees#section-2'],
  ['https://fairlead.example/xinwen', '/xinwen'],
])('%j stays inside', (text, href) => expect(target(text)).toEqual({ kind: 'inside', href }))

test.each([
  ['https://example.org/a?b=c', 'example.org'],
  ['//evil.example/x', 'evil.example'],
  ['/\\evil.example/x', 'evil.example'],
  ['https://fairlead.example.evil.example/', 'fairlead.example.evil.example'],
  ['https://fairlead.example:8443/', 'fairlead.example:8443'],
])('%j is another site, shown whole', (text, host) => expect(target(text)).toMatchObject({ kind: 'outside', host }))

test('a plain connection and look-alike letters are named', () => {
  expect(target('http://example.org/')).toMatchObject({ isEncrypted: false, isRewritten: false })
  // The first letter is Cyrillic.
  expect(target('https://аpple.example/')).toMatchObject({ host: 'xn--pple-43d.example', isEncrypted: true, isRewritten: true })
})
