import jsqr from 'jsqr'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { QrCode } from './QrCode.tsx'

it.each([
  ['an address of Ethereum', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['an address with what a wallet fills in', 'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?label=Fairlead%20deposit'],
  ['an authenticator', 'otpauth://totp/Fairlead:a%40example.com?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Fairlead'],
])('draws %s so that a camera reads the very same text', async (_, text) => {
  const drawn = renderToStaticMarkup(createElement(QrCode, { text, label: 'a code' }))
  const svg = drawn.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"')
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: 'white' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const read = jsqr(new Uint8ClampedArray(data), info.width, info.height)
  expect(read?.data).toBe(text)
})
