import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountHandlers } from '#account/handlers.ts'
import { uploadLimitBytes, maxDailyUploadsPerPurpose, unusedUploadLifetimeMs } from '#contract/calls/uploads.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import type { AppContext } from '../core/appContext.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { formBody, photo } from '../../tests/support/browser/pictures.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { attachOwnUploads, readUploadForReview } from './files.ts'
import { uploadsHandlers } from './handlers.ts'
import { deleteUnusedUploads } from './store.ts'

let db: Database
let http: AppHttpServer
let appContext: AppContext
const faults: unknown[] = []
const clock = createManualClock(1_795_190_400_000)
const now = () => clock.now()

beforeAll(async () => {
  db = await testDatabase()
  appContext = testContext(db, clock, { uploadKey: randomBytes(32).toString('base64') })
  http = createAppHttpServer(
    appContext,
    { account: accountHandlers(appContext), settings: settingsHandlers(appContext), uploads: uploadsHandlers(appContext) },
    { rates: noLimits, onFault: (fault) => faults.push(fault) },
  )
})
afterAll(async () => {
  await http?.close()
  await db?.close()
})

let people = 0
async function guest(): Promise<{ token: string; id: string }> {
  const deviceId = String(++people).padStart(32, '0')
  const { token, userInfo } = (await createInProcessClient(http, clock).post('/api/app/guestLogin', { deviceId })).result
  return { token, id: userInfo.id }
}
async function person(): Promise<{ token: string; id: string }> {
  const { token, id } = await guest()
  await db.query(`update account set is_guest = false, email = $2 where id = $1`, [id, `p${people}@example.com`])
  return { token, id }
}

const send = async (who: { token: string }, bytes: Uint8Array, biz = 'voucher', name = 'a.jpg') => {
  const { payload, headers } = await formBody({ biz }, { name, bytes })
  return createInProcessClient(http, clock).raw('/api/sys/common/upload', payload, { ...headers, 'x-access-token': who.token })
}
const keyOf = async (bytes: Uint8Array, biz?: string) => (await send(await person(), bytes, biz)).envelope.key
const show = (url: string) => http.app.inject({ method: 'GET', url })

const jpeg = await photo()
  .jpeg()
  .withMetadata({ exif: { IFD0: { Copyright: 'the secret place' } } })
  .toBuffer()

describe('a picture', () => {
  it('is taken, re-encoded without what it carried, and shown by its address for ten minutes', async () => {
    const ann = await person()
    expect(jpeg.includes('the secret place')).toBe(true)
    const { result } = await send(
      ann,
      Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\x03\x04')]),
      'voucher',
      '../up/мой <b>чек.exe.png',
    )
    expect(result).toMatchObject({ fileId: expect.stringMatching(/^\d+$/), type: 'image/jpeg', name: 'мой bчек.exe.jpg' })
    const reply = await show(result.url)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(reply.headers['content-disposition']).toMatch(/^attachment; /)
    expect(reply.rawPayload.length).toBe(result.size)
    expect(reply.rawPayload.includes('secret place')).toBe(false)
    expect(reply.rawPayload.includes('<script>')).toBe(false)
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 700 })
    clock.advance(600_001)
    const late = await show(result.url)
    expect([late.statusCode, late.json()]).toMatchObject([410, { code: 410, key: 'LINK_EXPIRED' }])
    expect((await show(`${result.url}x`)).statusCode).toBe(410)
  })

  it('is one of four kinds, whatever its name says', async () => {
    const ann = await person()
    const types = []
    for (const bytes of [jpeg, await photo(300, 200).png().toBuffer(), await photo(300, 200).webp().toBuffer(), heic]) {
      types.push((await send(ann, bytes, 'support', 'photo.gif')).result.type)
    }
    expect(types).toEqual(['image/jpeg', 'image/png', 'image/webp', 'image/jpeg'])
  })

  it('stands upright, and a PNG of a photograph becomes a JPEG', async () => {
    const ann = await person()
    const lying = await photo(1_200, 900).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { result } = await send(ann, lying)
    expect(await sharp((await show(result.url)).rawPayload).metadata()).toMatchObject({ width: 900, height: 1200 })
    expect((await send(ann, await photo(1_500, 1_000).png().toBuffer())).result.type).toBe('image/jpeg')
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'NOT_IMAGE'],
    ['HTML', '<!doctype html><script>1</script>', 'NOT_IMAGE'],
    ['GIF', 'GIF89a\u0001\u0000\u0001\u0000', 'NOT_IMAGE'],
    ['nothing', '', 'NOT_IMAGE'],
    ['HTML behind a JPEG start', '\xff\xd8\xff<html><script>1</script>', 'IMAGE_UNREADABLE'],
    ['a PNG start over an SVG', '\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'IMAGE_UNREADABLE'],
    ['an empty HEIC', '\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'IMAGE_UNREADABLE'],
  ])('%s is refused', async (_, text, key) => {
    expect(await keyOf(Buffer.from(text, 'latin1'))).toBe(key)
  })

  it('cut short, or far larger than its file, is refused', async () => {
    expect(await keyOf(jpeg.subarray(0, jpeg.length / 2))).toBe('IMAGE_UNREADABLE')
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(uploadLimitBytes)
    expect(await keyOf(bomb)).toBe('IMAGE_TOO_LARGE')
  })

  it('of papers must be large enough to read, and lies sealed', async () => {
    const small = await photo(799, 500).jpeg().toBuffer()
    expect(await keyOf(small, 'kyc')).toBe('PHOTO_QUALITY')
    const ann = await person()
    const { result } = await send(ann, await photo(800, 500).jpeg().toBuffer(), 'kyc')
    const [row] = await db.query<{ content: Buffer; key_id: string }>('select content, key_id from upload where id = $1', [result.fileId])
    expect(row!.key_id).toMatch(/^[0-9a-f]{16}$/)
    expect(row!.content.subarray(0, 200).includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
    expect(await sharp((await show(result.url)).rawPayload).metadata()).toMatchObject({ width: 800 })
    // Put in another's place it does not open.
    await db.query(`alter table upload disable trigger upload_keeps_its_content`)
    await db.query('update upload set user_id = $2 where id = $1', [result.fileId, (await person()).id])
    await db.query(`alter table upload enable trigger upload_keeps_its_content`)
    expect((await show(result.url)).statusCode).toBe(500)
    expect(String(faults.pop())).toMatch(/authenticate/)
    expect(faults).toEqual([])
  })
})

const heic = readFileSync(new URL('../../tests/support/photo.heic', import.meta.url))

describe('an upload', () => {
  it('needs a person, a form, a known purpose and a file', async () => {
    const ann = await person()
    const { payload, headers } = await formBody({ biz: 'voucher' }, { name: 'a.jpg', bytes: jpeg })
    const to = createInProcessClient(http, clock)
    expect((await to.raw('/api/sys/common/upload', payload, headers)).status).toBe(401)
    expect((await to.raw('/api/sys/common/upload', '{}', { 'x-access-token': ann.token })).envelope.key).toBe('MEDIA_TYPE')
    expect((await send(ann, jpeg, 'malware')).envelope).toMatchObject({ key: 'VALIDATION', result: { field: 'biz' } })
    const bare = await formBody({ biz: 'voucher', file: 'text' })
    expect((await to.raw('/api/sys/common/upload', bare.payload, { ...bare.headers, 'x-access-token': ann.token })).envelope).toMatchObject(
      {
        key: 'VALIDATION',
        result: { field: 'file' },
      },
    )
    const cutShort = payload.subarray(0, payload.length - 40)
    expect((await to.raw('/api/sys/common/upload', cutShort, { ...headers, 'x-access-token': ann.token })).envelope.key).toBe('BAD_REQUEST')
  })

  it('waits for nobody who stops in the middle of theirs', async () => {
    const server = createAppHttpServer(appContext, { uploads: uploadsHandlers(appContext) }, { rates: noLimits })
    const port = await server.listen(0, '127.0.0.1')
    const slow: Socket[] = []
    for (let n = 0; n < 8; n++) {
      const { token } = await person()
      for (let file = 0; file < 3; file++) {
        const socket = connect(port, '127.0.0.1').on('error', () => {})
        slow.push(socket)
        const head = `POST /api/sys/common/upload HTTP/1.1\r\nHost: a\r\nX-Access-Token: ${token}\r\nContent-Length: 5000\r\n`
        socket.write(
          `${head}Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`,
        )
      }
    }
    const to = createInProcessClient(server, clock)
    const ann = await person()
    const { payload, headers } = await formBody({ biz: 'voucher' }, { name: 'a.jpg', bytes: jpeg })
    const reply = await to.raw('/api/sys/common/upload', payload, { ...headers, 'x-access-token': ann.token })
    expect(reply.envelope.code).toBe(200)
    for (const socket of slow) socket.destroy()
    await server.close()
  })

  it('larger than 8 MB is refused, and the connection is cut while it is still sent', async () => {
    const ann = await person()
    const huge = Buffer.concat([jpeg, Buffer.alloc(uploadLimitBytes)])
    expect((await send(ann, huge)).envelope.key).toBe('IMAGE_TOO_LARGE')
    const port = await http.listen(0, '127.0.0.1')
    const socket = connect(port, '127.0.0.1')
    socket.setMaxListeners(0)
    let heard = ''
    socket.on('data', (text) => (heard += String(text)))
    socket.on('error', () => {})
    const head = [
      'POST /api/sys/common/upload HTTP/1.1',
      'Host: a',
      `X-Access-Token: ${ann.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Transfer-Encoding: chunked',
      '',
      '',
    ]
    const start = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n\xff\xd8\xff'
    socket.write(`${head.join('\r\n')}${start.length.toString(16)}\r\n`)
    socket.write(Buffer.from(`${start}\r\n`, 'latin1'))
    const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000), Buffer.from('\r\n')])
    let sent = 0
    while (!socket.destroyed && sent < 200) {
      await new Promise<void>((resolve) => {
        socket.write(piece, () => resolve())
        socket.once('close', () => resolve())
      })
      sent++
    }
    expect(sent).toBeLessThan(60)
    expect(heard === '' || heard.includes('IMAGE_TOO_LARGE')).toBe(true)
  })

  it('of a guest is a picture of theirs alone', async () => {
    const ann = await guest()
    for (const biz of ['voucher', 'kyc', 'support']) expect((await send(ann, jpeg, biz)).envelope.key).toBe('GUEST_RESTRICTED')
    expect((await send(ann, jpeg, 'avatar')).envelope.code).toBe(200)
  })

  it('of oneself is kept no larger than it is shown', async () => {
    const { result } = await send(await person(), jpeg, 'avatar')
    expect(await sharp((await show(result.url)).rawPayload).metadata()).toMatchObject({ width: 512, height: 358 })
  })

  it(`is counted: ${maxDailyUploadsPerPurpose} of a kind in a day`, async () => {
    const ann = await person()
    const small = await photo(20, 20).jpeg().toBuffer()
    await db.query('insert into upload_count (user_id, biz, day, tries) values ($1, $2, $3, $4)', [
      ann.id,
      'avatar',
      Math.floor((clock.now() + 28_800_000) / 86_400_000),
      maxDailyUploadsPerPurpose - 2,
    ])
    const together = await Promise.all([1, 2, 3].map(() => send(ann, small, 'avatar')))
    expect(together.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
    expect((await send(ann, small, 'support')).envelope.code).toBe(200)
    clock.advance(86_400_000)
    expect((await send(ann, small, 'avatar')).envelope.code).toBe(200)
  })
})

describe('another call', () => {
  it('names only its own person’s pictures, of its own kind, while they are there', async () => {
    const [ann, bob] = [await person(), await person()]
    const { fileId } = (await send(ann, jpeg)).result
    expect(await attachOwnUploads(db, ann.id, [fileId], 'voucher', now())).toMatchObject([{ id: fileId, user_id: ann.id }])
    await expect(attachOwnUploads(db, bob.id, [fileId], 'voucher', now())).rejects.toMatchObject({ refusal: 'notFound' })
    await expect(attachOwnUploads(db, ann.id, [fileId], 'kyc', now())).rejects.toMatchObject({ refusal: 'notFound' })
    await expect(attachOwnUploads(db, ann.id, [fileId, '1'], 'voucher', now())).rejects.toMatchObject({ refusal: 'notFound' })
    const unused = (await send(ann, jpeg)).result.fileId
    clock.advance(unusedUploadLifetimeMs + 1)
    await expect(attachOwnUploads(db, ann.id, [unused], 'voucher', now())).rejects.toMatchObject({ refusal: 'notFound' })
    await deleteUnusedUploads(db, now())
    expect(await db.query('select id from upload where id = any($1::bigint[])', [[fileId, unused]])).toEqual([{ id: fileId }])
  })

  it('that reads one for a check leaves a line that its owner is shown', async () => {
    const ann = await person()
    const { fileId } = (await send(ann, await photo(800, 600).jpeg().toBuffer(), 'kyc')).result
    expect(await readUploadForReview(appContext, db, fileId, 'reviewer Mia', now())).toMatchObject({ type: 'image/jpeg', ownerId: ann.id })
    expect(await db.query('select upload_id, reader, biz from upload_read where owner_id = $1', [ann.id])).toEqual([
      { upload_id: fileId, reader: 'reviewer Mia', biz: 'kyc' },
    ])
    await expect(db.query('delete from upload_read')).rejects.toMatchObject({ code: 'FL002' })
  })
})
