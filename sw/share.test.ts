import { beforeEach, expect, it, vi } from 'vitest'
import type { IncomingSharedItems } from '#device/sharedItems.ts'
import { answerShareTargetRequest } from './share.ts'

// The worker's part of the share target, with a database of our own below it.
const kept = vi.hoisted(() => ({ isFull: false, items: new Map<string, unknown>() }))
vi.mock('#device/database.ts', () => ({
  openOfflineTable: () => ({
    get: async (key: string) => kept.items.get(key),
    set: async (key: string, value: unknown) => !kept.isFull && kept.items.set(key, value) !== undefined,
    clear: async () => kept.items.clear(),
  }),
}))

beforeEach(() => {
  kept.isFull = false
  kept.items.clear()
  vi.spyOn(Response, 'redirect').mockImplementation((to) => new Response(null, { status: 303, headers: { location: String(to) } }))
})

const photo = (name: string, bytes = 8): File => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
const tooLarge = photo('poster.jpg', 20 * 1024 * 1024 + 1)

/** Where the person is led after sharing that. */
async function share(photos: readonly File[], text = ''): Promise<string | null> {
  const form = new FormData()
  form.set('text', text)
  for (const each of photos) form.append('photos', each)
  const request = { formData: async () => form } as Request
  return (await answerShareTargetRequest(request)).headers.get('location')
}
const names = (): string[] | undefined => (kept.items.get('newest') as IncomingSharedItems | undefined)?.files.map(({ name }) => name)

it('keeps what was shared', async () => {
  expect(await share([photo('a.jpg')], 'About this')).toBe('/support?new=1&shared=1')
  expect(names()).toEqual(['a.jpg'])
})

it('says that it is lost where the device has no room', async () => {
  kept.isFull = true
  expect(await share([photo('a.jpg')])).toBe('/support?new=1&shared=lost')
})

it('says how many photos it left out: beyond the third, too large, empty', async () => {
  const five = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'].map((name) => photo(name))
  expect(await share([tooLarge, ...five, photo('none.jpg', 0)])).toBe('/support?new=1&shared=1&leftOut=4')
  expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(await share([tooLarge], 'Words arrive')).toBe('/support?new=1&shared=1&leftOut=1')
})

it('does not claim to keep what is nothing, nor forgets for it what was kept before', async () => {
  await share([photo('a.jpg')])
  expect(await share([tooLarge])).toBe('/support?new=1&shared=lost&leftOut=1')
  expect(await share([])).toBe('/support?new=1&shared=lost')
  expect(names()).toEqual(['a.jpg'])
})

it('says that it is lost where the form cannot be read', async () => {
  const broken = { formData: () => Promise.reject(new TypeError('broken')) } as unknown as Request
  expect((await answerShareTargetRequest(broken)).headers.get('location')).toBe('/support?new=1&shared=lost')
})
