import { expect, test } from 'vitest'
import { isTrustedLink } from './isTrustedLink.ts'

const hosts = ['example.com', 'docs.example.net', '*.example.org', 'xn--pple-43d.example', '*.xn--p1ai']
const vouched = (link: string) => isTrustedLink(link, hosts)

test.each([
  'https://example.com',
  'https://example.com/',
  'https://example.com/a?b=https://evil.example#c',
  'https://example.com?a',
  'https://example.com#a',
  'HTTPS://Example.COM/Path',
  ' https://example.com/ ',
  'https://docs.example.net/a@b:c',
  'https://a.example.org/',
  'https://b.a.example.org/',
])('%j opens at once', (link) => expect(vouched(link)).toBe(true))

test.each([
  ['not encrypted', 'http://example.com/'],
  ['a suffix that only looks like it', 'https://evilexample.com/'],
  ['a suffix beneath no dot', 'https://evilexample.org/'],
  ['the host in front of another', 'https://example.com.evil.example/'],
  ['the host in front of another, by its letters', 'https://example.comevil.example/'],
  ['beneath a host that is itself alone', 'https://a.example.com/'],
  ['above a host', 'https://example.net/'],
  ['a host whose children alone are vouched for', 'https://example.org/'],
  ['nothing before the dot', 'https://.example.org/'],
  ['an empty label', 'https://a..example.org/'],
  ['a dot at the end', 'https://example.com./'],
  ['a dot at the end of a child', 'https://a.example.org./'],
  ['a name before the host', 'https://example.com@evil.example/'],
  ['a name and a word', 'https://example.com:pass@evil.example/'],
  ['a name before a host that is vouched for', 'https://user@example.com/'],
  ['another port', 'https://example.com:8443/'],
  ['the usual port, written out', 'https://example.com:443/'],
  ['a backslash for a slash', 'https://example.com\\\\@evil.example/'],
  ['backslashes in front', 'https:\\\\\\\\example.com/'],
  ['one slash', 'https:/example.com/'],
  ['three slashes', 'https:///example.com/'],
  ['no scheme', '//example.com/'],
  ['no scheme at all', 'example.com'],
  ['a scheme that runs', 'javascript:location="https://example.com/"'],
  ['data', 'data:text/html,https://example.com/'],
  ['a blob', 'blob:https://example.com/1'],
  ['a tab in the name', 'https://exam\tple.com/'],
  ['a new line in the name', 'https://example.com\n.evil.example/'],
  ['an escape in the name', 'https://ex%61mple.com/'],
  ['wide letters, which the browser makes narrow', 'https://\uff45xample.com/'],
  ['a soft hyphen, which the browser leaves out', 'https://exam\u00adple.com/'],
  ['an ideographic full stop', 'https://example\u3002com/'],
  ['a letter of another script', 'https://ex\u0430mple.com/'],
  ['a name of another script, spelled out, even if it were on the list', 'https://xn--pple-43d.example/'],
  ['a name beneath an ending of another script', 'https://a.xn--p1ai/'],
  ['a name of another script beneath a host', 'https://xn--e1a.example.org/'],
  ['a number', 'https://127.0.0.1/'],
  ['nothing', ''],
])('%s does not: %j', (_, link) => expect(vouched(link)).toBe(false))

test('nobody is vouched for on a fresh install', () => expect(isTrustedLink('https://example.com/', [])).toBe(false))
test('a star alone is no host', () => expect(isTrustedLink('https://example.com/', ['*', '*.'])).toBe(false))
