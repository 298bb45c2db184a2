import { expect, test } from 'vitest'
import { readOidcProviders } from './oidcProviders.ts'

const google = { issuer: 'https://accounts.google.com', clientId: 'a' }
const read = (providers: unknown) => readOidcProviders(JSON.stringify(providers))

test('what a console gives is enough', () => {
  expect(readOidcProviders(undefined)).toEqual({})
  expect(read({ google })).toEqual({ google: { ...google, name: 'Google', scope: 'openid email' } })
  expect(read({ apple: { issuer: 'https://appleid.apple.com', clientId: 'a', clientSecret: 'b' } })).toEqual({
    apple: { issuer: 'https://appleid.apple.com', clientId: 'a', clientSecret: 'b', name: 'Apple', scope: 'openid' },
  })
  expect(read({ local: { issuer: 'http://127.0.0.1:5000', clientId: 'a', name: 'Local' } })).toHaveProperty('local')
})

test.each([
  ['[]', 'must be a JSON object'],
  ['{', 'must be a JSON object'],
  ['{"google":1}', 'needs "google" as a JSON object'],
  ['{"google":{"issuer":1,"clientId":"a"}}', 'needs the issuer'],
  ['{"google":{"issuer":"https://a.example","clientId":"a","clientSecret":1}}', 'that is not a text'],
  ['{"wallet":{}}', 'has a key that cannot be used: "wallet"'],
  ['{"Google":{}}', 'has a key that cannot be used'],
  ['{"google":{"issuer":"https://a.example"}}', 'needs a clientId'],
  ['{"google":{"clientId":"a"}}', 'needs the issuer'],
  ['{"google":{"issuer":"http://a.example","clientId":"a"}}', 'by https://'],
  ['{"mine":{"issuer":"https://a.example","clientId":"a"}}', 'needs a name'],
  ['{"google":{"issuer":"https://a.example","clientId":"a","scope":"email"}}', 'needs "openid"'],
  ['{"google":{"issuer":"https://a.example","clientId":"a","secret":"hush"}}', 'knows no "secret"'],
  ['{"google":{"issuer":"https://a.example","clientId":"a","secret":"hush","odd":1}}', 'knows no "secret", "odd" of "google"'],
  ['{"constructor":{"issuer":"https://a.example","clientId":"a"}}', 'needs a name of "constructor"'],
])('%s is refused without repeating a secret', (text, words) => {
  expect(() => readOidcProviders(text)).toThrow(/^OIDC_PROVIDERS /)
  expect(() => readOidcProviders(text)).toThrow(words)
  expect(() => readOidcProviders(text)).not.toThrow('hush')
})
