import AES from 'crypto-js/aes'
import Base64 from 'crypto-js/enc-base64'
import Utf8 from 'crypto-js/enc-utf8'
import ECB from 'crypto-js/mode-ecb'
import Pkcs7 from 'crypto-js/pad-pkcs7'
import sha256 from 'crypto-js/sha256'
import { JSEncrypt } from 'jsencrypt'
import { sealAesKeyAlphabet, sealAesKeyLength, addSealedBodyChecksum } from '#contract/sealed.ts'

// A chunk of its own: only writes need these two libraries. Runs on the page's thread only, because jsencrypt
// draws from crypto.getRandomValues only where `window` exists.

/** 32 characters of the alphabet, drawn without bias: bytes past the last whole multiple are thrown away. */
export function generateSealAesKey(): string {
  const limit = 256 - (256 % sealAesKeyAlphabet.length)
  let key = ''
  while (key.length < sealAesKeyLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(sealAesKeyLength))) {
      if (byte < limit && key.length < sealAesKeyLength) key += sealAesKeyAlphabet[byte % sealAesKeyAlphabet.length]
    }
  }
  return key
}

/** The AES part: base64 of AES-256-ECB with PKCS#7 of the UTF-8 JSON. */
export const encryptJsonWithAes = (json: string, key: string): string =>
  AES.encrypt(Utf8.parse(json), Utf8.parse(key), { mode: ECB, padding: Pkcs7 }).ciphertext.toString(Base64)

/** The whole sealed body (docs/sealed-body.md). */
export function sealJsonWithPublicKey(json: string, publicKey: string): string {
  const key = generateSealAesKey()
  const rsa = new JSEncrypt()
  rsa.setPublicKey(publicKey)
  const wrapped = rsa.encrypt(key)
  if (!wrapped) throw new Error('The server key could not be used')
  return `${wrapped}.${encryptJsonWithAes(addSealedBodyChecksum(json, sha256(json).toString()), key)}`
}
