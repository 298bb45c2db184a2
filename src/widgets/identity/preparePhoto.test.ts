import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { preparePhoto } from './preparePhoto.ts'

it('refuses what is no picture and what is too large, by the names that have words', async () => {
  const text = new File(['hello'], 'notes.txt', { type: 'text/plain' })
  await expect(preparePhoto(text)).rejects.toMatchObject({ problem: 'notImage' })
  const huge = new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'huge.jpg', { type: 'image/jpeg' })
  await expect(preparePhoto(huge)).rejects.toMatchObject({ problem: 'tooLarge' })
})

it('takes a small picture as it is', async () => {
  const small = new File([new Uint8Array(1000)], 'small.png', { type: 'image/png' })
  expect(await preparePhoto(small)).toBe(small)
})

it('says the three problems in the language that was asked for', () => {
  const words = readFileSync(new URL('usePhotoWords.ts', import.meta.url), 'utf8')
  for (const said of ['please upload an image file', 'image load error', 'file read failure']) expect(words).toContain(`t\`${said}\``)
})
