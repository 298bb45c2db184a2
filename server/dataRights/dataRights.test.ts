import { hash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { accountHandlers } from '#account/handlers.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import { asInstant, instantToWireTime } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { post } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import { createManualClock } from '../core/clock.ts'
import type { AppContext } from '../core/appContext.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { uploadsHandlers } from '#server/uploads/handlers.ts'
import { sealKycDetails } from '#server/verification/application.ts'
import { createEmergencyContactEraser } from '../verification/eraseEmergencyContact.ts'
import { createKycDetailsReader } from '../verification/ownDocuments.ts'
import { getOrCreateDocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import { formBody, photo } from '../../tests/support/browser/pictures.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { unzip } from '../../tests/support/unzip.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { type LogError } from '../core/log.ts'
import type { DataExportSourceReaders } from './archive.ts'
import { tryAddDataExportPart, claimNextDataExport, type PersonalDataExportRow } from './exportStore.ts'
import { runDataExports } from './exportWork.ts'
import { executeDueAccountDeletions, type DeletionRetryTimes } from './executeDeletions.ts'
import { dataRightsHandlers } from './handlers.ts'
import { accountDeletionGraceMs } from './deletion.ts'

const startMs = 1_795_190_400_000
const dayMs = 86_400_000
const clock = createManualClock(startMs)
const faults: unknown[] = []
const ended: string[] = []
let db: Database
let http: AppHttpServer
let appContext: AppContext
let readers: DataExportSourceReaders

beforeAll(async () => {
  db = await testDatabase()
  appContext = testContext(db, clock, { uploadKey: randomBytes(32).toString('base64') })
  appContext.events.onSessionEnded((id) => ended.push(id))
  readers = {
    verificationOf: createKycDetailsReader(appContext),
    receiptOf: (_, refType, refId) => Promise.resolve(refType === 'position' ? { refType, refId } : undefined),
  }
  http = createAppHttpServer(
    appContext,
    {
      account: accountHandlers(appContext),
      settings: settingsHandlers(appContext),
      uploads: uploadsHandlers(appContext),
      dataRights: dataRightsHandlers(appContext),
    },
    { rates: noLimits, onFault: (fault) => faults.push(fault) },
  )
})
afterAll(async () => {
  await http?.close()
  await db?.close()
})

interface Person {
  token: string
  id: string
}
const proof = { safePassword: '246813' }
let people = 0
async function guest(): Promise<Person> {
  const { token, userInfo } = (
    await createInProcessClient(http, clock).post('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })
  ).result
  return { token, id: userInfo.id }
}
async function person(): Promise<Person> {
  const entry = await guest()
  await db.query('update account set is_guest = false, guest_device = null, email = $2, safe_password_hash = $3 where id = $1', [
    entry.id,
    `d${++people}@example.com`,
    await hashSecret(proof.safePassword),
  ])
  return entry
}
const headers = ({ token }: Person) => ({ 'x-access-token': token })
const postAs = (who: Person, path: string, body: object = {}) => createInProcessClient(http, clock).post(path, body, headers(who))
const getAs = (who: Person, path: string) => createInProcessClient(http, clock).get(path, {}, headers(who))
const ask = (who: Person, body: object = proof) => postAs(who, '/api/user/data/export', body)
const copies = async (who: Person) => (await getAs(who, '/api/user/data/exports')).result
const fetchFile = (url: string) => http.app.inject({ method: 'GET', url })
const remove = (who: Person, body: object = proof) => postAs(who, '/api/user/account/delete', { confirm: 'DELETE', ...body })
const keep = (who: Person) => postAs(who, '/api/user/account/undelete')
const deletion = async (who: Person) => (await getAs(who, '/api/user/account/deletion')).result

async function pay(userId: string, amount: string, which: 1 | 2 = accountTypes.real): Promise<void> {
  const sum = asDecimal(amount)
  const legs = [
    { user: userId, currency: 'USDT', bucket: 'AVAIL' as const, amount: sum, type: balanceRecordType.adjustment },
    { house: 'CHAIN_IN' as const, currency: 'USDT', amount: negate(sum) },
  ]
  await db.transaction((sql) => post(sql, { book: which, refType: 'test', refId: randomUUID(), at: clock.now(), legs, remark: '=1+1' }))
}

/** As the server does, with the modules that keep what is forgotten. */
const forgetAll = (failed?: DeletionRetryTimes, report?: LogError): Promise<void> =>
  executeDueAccountDeletions(appContext, createEmergencyContactEraser(appContext), failed, report)

let ids = 7_000_000_000_000_000n
async function papers(userId: string, status: 0 | 1): Promise<{ application: string; file: string }> {
  const [application, file] = [String(++ids), String(++ids)]
  const key = getOrCreateDocumentEncryptionKey(appContext.config)
  await db.query(
    `insert into upload (id, user_id, biz, name, type, size, sha256, width, height, key_id, content, created_ms, used_ms)
     values ($1, $2, 'kyc', 'a.jpg', 'image/jpeg', 3, repeat('0', 64), 900, 900, $3, $4, 1, 1)`,
    [file, userId, key.id, key.seal(Buffer.from('abc'), `upload/${file}/${userId}`)],
  )
  const details = {
    surname: 'Tan',
    firstName: 'Mei',
    gender: 2,
    birthday: '1990-01-02',
    country: 'NZ',
    idType: 2,
    idNumber: `X${application}`,
  }
  await db.query(
    `insert into kyc_application (id, user_id, level, status, country, details, key_id, document, id_type, files, consent_version, submitted_ms,
       due_ms, reviewed_ms, reviewer) values ($1, $2, 1, $3, 'NZ', $4, $5, $6, 2, $7, '1', 1, 2, $8, $9)`,
    [
      application,
      userId,
      status,
      sealKycDetails(key, application, userId, details as Parameters<typeof sealKycDetails>[3]),
      key.id,
      `doc${application}`,
      [file],
      status === 0 ? null : 1,
      status === 0 ? null : 'mia',
    ],
  )
  await db.query('insert into kyc_document (document, user_id) values ($1, $2)', [`doc${application}`, userId])
  return { application, file }
}

describe('a copy of everything', () => {
  it('is made in the background, whole, sealed where it lies, and fetched for a day', async () => {
    const [ann, bob] = [await person(), await person()]
    await pay(ann.id, '1234.5')
    await pay(bob.id, '99.75')
    const { file } = await papers(ann.id, 1)
    await db.query(`insert into upload_read (upload_id, owner_id, biz, reader, at_ms) values ($1, $2, 'kyc', 'reviewer 7700123', 5)`, [
      file,
      ann.id,
    ])
    const position = String(++ids)
    await db.query(
      `insert into position (id, order_no, user_id, account_type, symbol, direction, lever, quantity, contract_size, fee_rate, open_price, margin,
         open_fee, trigger_price, conversion_rate, open_sec, created_ms)
       values ($1, $2, $3, 2, 'BTCUSDT', 1, 2, 1, 1, 0, 1, 10, 1, 0, 1, 1, 1)`,
      [position, `PC${position}`, ann.id],
    )
    await db.query(
      `insert into holding_charge (position_id, due_sec, user_id, account_type, amount, from_margin, at_ms)
       select $1, n, $2, 2, 0, 0, n / 7 from generate_series(1, 1201) n`,
      [position, ann.id],
    )
    const form = await formBody({ biz: 'support' }, { name: 'a.jpg', bytes: await photo(300, 200).jpeg().toBuffer() })
    await createInProcessClient(http, clock).raw('/api/sys/common/upload', form.payload, { ...form.headers, ...headers(ann) })
    const { result: requested, envelope } = await ask(ann)
    expect(envelope.success).toBe(true)
    expect(requested).toMatchObject({ status: 0, readyTime: null, url: null, sha256: null, size: null })
    expect((await ask(ann)).envelope.key).toBe('STATE_CONFLICT')
    await Promise.all([runDataExports(appContext, readers), runDataExports(appContext, readers)])
    const [copy] = await copies(ann)
    expect(copy).toMatchObject({ id: requested.id, status: 1, readyTime: instantToWireTime(clock.now()) })
    const reply = await fetchFile(copy.url)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(copy.size),
      'content-disposition': 'attachment; filename="fairlead-my-data-2026-11-20.zip"',
      'cache-control': 'no-store',
    })
    expect([reply.rawPayload.length, hash('sha256', reply.rawPayload, 'hex')]).toEqual([copy.size, copy.sha256])
    const files = unzip(reply.rawPayload)
    const text = (name: string): string => files.get(name)?.toString() ?? ''
    expect(JSON.parse(text('profile.json')).account[0]).toMatchObject({ id: ann.id, email: expect.stringContaining('@example.com') })
    expect(text('ledger-real.csv')).toMatch(/adjustment,USDT,AVAIL,1234\.50000000,0\.00000000,1234\.50000000,,'=1\+1,/)
    expect(JSON.parse(text('ledger-real.json'))).toHaveLength(1)
    expect(JSON.parse(text('ledger-demo.json'))).toMatchObject([{ amount: '100000.00000000', currency: 'USDT' }])
    expect(JSON.parse(text('verification/applications.json'))).toMatchObject([{ surname: 'Tan', pictures: [file] }])
    expect(files.get(`verification/kyc-${file}.jpg`)?.toString()).toBe('abc')
    expect([...files.keys()].filter((name) => name.startsWith('pictures/support-'))).toHaveLength(1)
    expect(JSON.parse(text('orders/contract-charges.json')).map((charge: { due_sec: string }) => charge.due_sec)).toEqual(
      Array.from({ length: 1_201 }, (_, n) => String(n + 1)),
    )
    expect(JSON.parse(text('orders/receipts.json'))).toEqual([{ refType: 'position', refId: position }])
    // By role: who of our staff it was is not told.
    expect(JSON.parse(text('staff-reads/pictures.json'))).toEqual([
      { id: expect.any(String), upload_id: file, owner_id: ann.id, biz: 'kyc', role: 'reviewer', at_ms: '5' },
    ])
    for (const name of files.keys()) if (name.endsWith('.json')) JSON.parse(text(name))
    const everything = [...files.values()].join('\n')
    expect(everything).not.toContain(bob.id)
    const [secrets] = await db.query<{ hash: string; token: string }>(
      `select a.safe_password_hash as hash, encode(s.token_hash, 'hex') as token from account a join session s on s.account_id = a.id where a.id = $1`,
      [ann.id],
    )
    for (const secret of [secrets!.hash, secrets!.token, ann.token, 'mia']) expect(everything).not.toContain(secret)
    const parts = await db.query<{ content: Buffer }>('select content from data_export_part where export_id = $1', [copy.id])
    expect(Buffer.concat(parts.map(({ content }) => content)).includes(Buffer.from('PK\x03\x04', 'latin1'))).toBe(false)
    const notices = await db.query('select kind, link from inbox_notice where user_id = $1', [ann.id])
    expect(notices).toEqual([{ kind: 'exportReady', link: '/data-rights' }])

    expect(await copies(bob)).toEqual([])
    expect((await fetchFile(`${copy.url}x`)).json().key).toBe('LINK_EXPIRED')
    expect((await fetchFile('/api/user/data/file')).json().key).toBe('LINK_EXPIRED')
    // An address is for the session that was given it, and ends with that one.
    await db.query(
      `insert into session (id, account_id, token_hash, device, ip, created_ms, active_ms, expires_ms)
       select 77, account_id, sha256('elsewhere'), '', '', created_ms, active_ms, expires_ms from session where account_id = $1`,
      [ann.id],
    )
    await db.query('update session set ended_ms = $2 where account_id = $1 and id <> 77', [ann.id, clock.now()])
    expect((await fetchFile(copy.url)).json().key).toBe('LINK_EXPIRED')
    await db.query('update session set ended_ms = null where account_id = $1', [ann.id])
    expect((await fetchFile(copy.url)).statusCode).toBe(200)
    const { envelope: soon } = await ask(ann)
    expect([soon.key, soon.result]).toEqual(['TOO_MANY', { seconds: 86_400 }])
    clock.advance(dayMs)
    expect((await fetchFile(copy.url)).json().key).toBe('LINK_EXPIRED')
    expect((await copies(ann))[0].url).toBe(null)
    await runDataExports(appContext, readers)
    expect(await db.query('select from data_export_part')).toEqual([])
    expect((await ask(ann)).envelope.success).toBe(true)
    await runDataExports(appContext, readers)
  })

  it('needs proof, and is not for guests', async () => {
    const ann = await person()
    expect((await ask(ann, {})).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await ask(ann, { safePassword: '111222' })).envelope.key).toBe('SAFE_PASSWORD_WRONG')
    expect((await ask(await guest())).envelope.key).toBe('GUEST_RESTRICTED')
    expect(await copies(ann)).toEqual([])
  })

  it('is one however often it is asked for at once', async () => {
    const ann = await person()
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(ann)))
    expect(answers.map(({ envelope }) => envelope.key ?? 'ok').sort()).toEqual(['STATE_CONFLICT', 'STATE_CONFLICT', 'STATE_CONFLICT', 'ok'])
    await runDataExports(appContext, readers)
  })

  it('is restarted by another server when its maker dies, which writes nothing more', async () => {
    const ann = await person()
    await ask(ann)
    const claim = () => db.transaction((sql) => claimNextDataExport(sql, clock.now()))
    const dead = (await claim()) as PersonalDataExportRow
    expect(await tryAddDataExportPart(db, dead, 0, Buffer.from('half'), clock.now())).toBe(true)
    await runDataExports(appContext, readers)
    expect((await copies(ann))[0].status).toBe(0)
    clock.advance(120_001)
    await runDataExports(appContext, readers)
    expect(await tryAddDataExportPart(db, dead, 9, Buffer.from('late'), clock.now())).toBe(false)
    const [copy] = await copies(ann)
    expect(hash('sha256', (await fetchFile(copy.url)).rawPayload, 'hex')).toBe(copy.sha256)
    expect(copy.status).toBe(1)
  })

  it('has failed after four tries, and can be asked for again', async () => {
    const ann = await person()
    await ask(ann)
    const broken: DataExportSourceReaders = { ...readers, verificationOf: () => Promise.reject(new Error('broken on purpose')) }
    const said: unknown[] = []
    for (let n = 0; n < 5; n++) {
      await runDataExports(appContext, broken, undefined, (words) => said.push(words))
      clock.advance(120_001)
    }
    expect(said).toHaveLength(4)
    await runDataExports(appContext, readers)
    expect((await copies(ann))[0]).toMatchObject({ status: -1, url: null })
    expect((await ask(ann)).envelope.success).toBe(true)
    await runDataExports(appContext, readers)
    expect((await copies(ann))[0].status).toBe(1)
  })

  it('goes on where a server stopped, and holds a long ledger a part at a time', async () => {
    const ann = await person()
    await db.query(
      `with p as (insert into posting (book, ref_type, ref_id, at_ms) select 1, 'long', n::text, 1 from generate_series(1, 20000) n returning id)
       insert into leg (posting_id, book, user_id, currency, bucket, amount, type, balance_before, balance_after, at_ms)
       select id, 1, $1, 'USDT', 'AVAIL', 1, 37, 0, 1, 1 from p`,
      [ann.id],
    )
    await ask(ann)
    let looks = 0
    await runDataExports(appContext, readers, () => ++looks > 20)
    expect((await copies(ann))[0].status).toBe(0)
    let most = 0
    const counting: AppContext = {
      ...appContext,
      db: {
        ...db,
        query: async (text, values) => {
          const rows = await db.query(text, values)
          most = Math.max(most, rows.length)
          return rows as never
        },
      },
    }
    await runDataExports(counting, readers)
    const [copy] = await copies(ann)
    expect(copy.status).toBe(1)
    expect(most).toBeLessThanOrEqual(1_000)
    const files = unzip((await fetchFile(copy.url)).rawPayload)
    expect(files.get('ledger-real.csv')?.toString().trim().split('\r\n')).toHaveLength(20_001)
    expect(JSON.parse(files.get('ledger-real.json')?.toString() ?? '')).toHaveLength(20_000)
  })
})

describe('being forgotten', () => {
  it('lists what is in the way, and refuses until it is gone; play money is never in the way', async () => {
    const ann = await person()
    expect(await deletion(ann)).toEqual({ at: null, obstacles: [], keptYears: 5 })
    await pay(ann.id, '0.00000001')
    const obstacles = [{ kind: 'balance', link: '/zichanCenter' }]
    expect((await deletion(ann)).obstacles).toEqual(obstacles)
    const { envelope } = await remove(ann)
    expect([envelope.key, envelope.result]).toEqual(['STATE_CONFLICT', { obstacles }])
    await pay(ann.id, '-0.00000001')
    expect((await remove(ann)).result).toMatchObject({
      at: instantToWireTime(asInstant(clock.now() + accountDeletionGraceMs)),
      obstacles: [],
    })
  })

  it('needs proof and the word; a guest has nothing but the session', async () => {
    const ann = await person()
    expect((await remove(ann, {})).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await remove(ann, { safePassword: '111222' })).envelope.key).toBe('SAFE_PASSWORD_WRONG')
    expect((await remove(ann, { ...proof, confirm: 'delete' })).envelope.key).toBe('VALIDATION')
    expect((await deletion(ann)).at).toBe(null)
    expect((await remove(await guest(), {})).envelope.success).toBe(true)
  })

  it('can be undone for fourteen days, and asked for again', async () => {
    const ann = await person()
    const { result: first } = await remove(ann)
    clock.advance(dayMs)
    expect((await remove(ann)).result.at).toBe(first.at)
    expect((await keep(ann)).result.at).toBe(null)
    expect((await keep(ann)).envelope.success).toBe(true)
    clock.advance(accountDeletionGraceMs)
    await forgetAll()
    expect((await deletion(ann)).at).toBe(null)
    expect((await remove(ann)).result.at).not.toBe(first.at)
    const kinds = await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [ann.id])
    expect(kinds.map(({ kind }) => kind)).toEqual(['deletionAsked', 'deletionUndone', 'deletionAsked'])
    await keep(ann)
  })

  it('takes the emergency contact with it, who is somebody else, and leaves all else of the papers', async () => {
    const ann = await person()
    const { application } = await papers(ann.id, 1)
    const written = { address: '1 Lane', city: 'Perth', occupation: 'nurse' }
    const key = getOrCreateDocumentEncryptionKey(appContext.config)
    const seal = (details: object): Buffer => sealKycDetails(key, application, ann.id, details as Parameters<typeof sealKycDetails>[3])
    await db.query('alter table kyc_application disable trigger kyc_application_is_decided_once')
    await db.query('update kyc_application set level = 2, document = null, id_type = null, details = $2 where id = $1', [
      application,
      seal({ ...written, emergency: { name: 'Li', surname: 'Tan', relationship: 'sister' } }),
    ])
    await db.query('alter table kyc_application enable trigger kyc_application_is_decided_once')
    await expect(createEmergencyContactEraser(appContext)(db, ann.id), 'while the account is there').rejects.toThrow('is not changed')
    expect((await remove(ann)).envelope.success).toBe(true)
    clock.advance(accountDeletionGraceMs)
    await forgetAll()
    const opened = async () => {
      const [row] = await db.query<{ details: Buffer }>('select details from kyc_application where id = $1', [application])
      return JSON.parse(key.open(row!.details, `kyc/${application}/${ann.id}`).toString())
    }
    expect(await opened()).toEqual(written)
    await expect(db.query('update kyc_application set document_tail = $2 where id = $1', [application, 'x'])).rejects.toThrow(
      'is not changed',
    )
  })

  it('is carried out once: sessions end, what says who it was goes, papers and ledger stay five years', async () => {
    const ann = await person()
    const { application, file } = await papers(ann.id, 1)
    const waiting = await papers(await person().then(({ id }) => id), 1)
    await pay(ann.id, '5')
    await pay(ann.id, '-5')
    await db.query(`insert into wallet_identity (address, account_id, created_ms) values ('0x${'a'.repeat(40)}', $1, 1)`, [ann.id])
    await db.query(`insert into favourite values ($1, '{BTCUSDT}', 1)`, [ann.id])
    await db.query(
      `insert into withdrawal (id, order_no, user_id, currency, chain_type, money, fee, usdt_value, day, address, real_name, is_young, phase, status,
         review_by_ms, created_ms, updated_ms) values (8, 'WD8', $1, 'USDT', 'ERC20', 50, 1, 50, '2026-11-21', '0xfe', 'Mei Tan', false, 'done', -3, 2, 1, 1)`,
      [ann.id],
    )
    const legs = await db.query('select * from leg where user_id = $1 order by id', [ann.id])
    expect((await remove(ann)).envelope.success).toBe(true)
    await db.query(
      `insert into passkey (id, account_id, credential_id, public_key, counter, transports, rp_id, name, created_ms)
      values (1, $1, 'c', '\\x00', 0, '{}', 'localhost', 'mine', 1)`,
      [ann.id],
    )
    clock.advance(accountDeletionGraceMs - 1)
    await forgetAll()
    const again = await getAs(ann, '/api/user/account/deletion')
    expect(again.result.at).not.toBe(null)
    const [{ id: sessionId } = { id: '' }] = await db.query<{ id: string }>('select id from session where account_id = $1', [ann.id])
    clock.advance(1)
    await Promise.all([forgetAll(), forgetAll(), forgetAll()])
    expect((await getAs(ann, '/api/user/account/deletion')).status).toBe(401)
    expect(ended.filter((id) => id === sessionId)).toHaveLength(1)
    const [account] = await db.query('select * from account where id = $1', [ann.id])
    expect(account).toMatchObject({ email: null, nickname: '', settings: {}, safe_password_hash: null, deleted_ms: String(clock.now()) })
    for (const table of ['passkey', 'wallet_identity', 'personal_details', 'sign_in', 'mail_outbox'])
      expect([table, await db.query(`select from ${table} where account_id = $1`, [ann.id])]).toEqual([table, []])
    for (const table of ['favourite', 'inbox_notice', 'support_ticket', 'data_export'])
      expect([table, await db.query(`select from ${table} where user_id = $1`, [ann.id])]).toEqual([table, []])
    expect(await db.query('select device, ip from session where account_id = $1', [ann.id])).toEqual([{ device: '', ip: '' }])
    expect(await db.query('select * from leg where user_id = $1 order by id', [ann.id])).toEqual(legs)
    const kept = () =>
      db.query('select id from kyc_application where id = $1 union all select id from upload where id = $2', [application, file])
    expect(await kept()).toHaveLength(2)
    const signIn = await createInProcessClient(http, clock).post('/api/app/login', {
      account: account!['uid'],
      password: 'whatever1',
      deviceId: 'd'.repeat(32),
    })
    expect(signIn.envelope.success).toBe(false)
    await expect(db.query(`update withdrawal set address = 'erased', real_name = '' where id = 8`)).rejects.toThrow('fixed')

    await db.query(
      `with kim as (insert into staff (name, roles, key_hash, added_ms) values ('kim-of-bank', '{reviewer}', sha256('kim'), 1) returning id)
       insert into bank_line (id, user_id, currency, amount, bank_reference, value_day, sender, entered_by, entered_ms)
       select 77, $1, 'USD', 10, 'FT77', '2026-11-20', 'Ann Lee', id, 1 from kim`,
      [ann.id],
    )
    await expect(db.query(`update bank_line set sender = 'erased' where id = 77`)).rejects.toThrow('decided once and stays')

    clock.advance(5 * 365 * dayMs)
    await forgetAll()
    expect(await kept()).toHaveLength(2)
    clock.advance(2 * dayMs)
    await Promise.all([forgetAll(), forgetAll()])
    expect(await kept()).toEqual([])
    expect(await db.query('select address, real_name, money from withdrawal where id = 8')).toEqual([
      { address: 'erased', real_name: '', money: '50.00000000' },
    ])
    expect(await db.query('select sender, amount from bank_line where id = 77')).toEqual([{ sender: 'erased', amount: '10.00000000' }])
    expect(await db.query('select * from leg where user_id = $1 order by id', [ann.id])).toEqual(legs)
    expect(await db.query('select id from kyc_application where id = $1', [waiting.application])).toHaveLength(1)
  })

  it('waits while something came in the way meanwhile, says so once, and is carried out when it is gone', async () => {
    const ann = await person()
    await remove(ann)
    await pay(ann.id, '3')
    clock.advance(accountDeletionGraceMs)
    for (let n = 0; n < 3; n++) {
      await forgetAll()
      clock.advance(dayMs)
    }
    expect((await deletion(ann)).obstacles).toHaveLength(1)
    const told = await db.query(`select from inbox_notice where user_id = $1 and kind = 'deletionWaits'`, [ann.id])
    expect(told).toHaveLength(1)
    await pay(ann.id, '-3')
    await forgetAll()
    expect((await getAs(ann, '/api/user/account/deletion')).status).toBe(401)
  })

  it('takes away what waits to be checked with its pictures; all of it or nothing, and holding up nobody else', async () => {
    const [ann, bob] = [await person(), await person()]
    const { application, file } = await papers(ann.id, 0)
    await remove(ann)
    await remove(bob)
    clock.advance(accountDeletionGraceMs)
    // The server dies in the middle: the last statement of the transaction fails.
    await db.query(`create function die() returns trigger language plpgsql as $$ begin raise exception 'dead'; end $$;
      create trigger die before update of done_ms on account_deletion for each row when (new.done_ms is not null and new.user_id = ${ann.id})
      execute function die()`)
    const said: unknown[] = []
    const failed = new Map<string, number>()
    await forgetAll(failed, (_, error) => said.push(error))
    await forgetAll(failed, (_, error) => said.push(error))
    expect(said.map(String)).toEqual([expect.stringContaining('dead')])
    const there = () =>
      db.query('select email is not null as there from account where id in ($1, $2) order by id = $1 desc', [ann.id, bob.id])
    expect(await there()).toEqual([{ there: true }, { there: false }])
    await db.query('drop trigger die on account_deletion')
    clock.advance(10 * 60_000)
    await forgetAll(failed)
    expect(await there()).toEqual([{ there: false }, { there: false }])
    expect(
      await db.query('select id from kyc_application where id = $1 union all select id from upload where id = $2', [application, file]),
    ).toEqual([])
  })

  it('frees the document for whoever comes back, but not around a break that runs', async () => {
    const [ann, bob] = [await person(), await person()]
    const documents: string[] = []
    for (const person of [ann, bob]) documents.push(`doc${(await papers(person.id, 1)).application}`)
    await db.query(`insert into trading_break (user_id, kind, scope, from_ms, until_ms) values ($1, 'exclusion', 'all', 1, $2)`, [
      bob.id,
      clock.now() + accountDeletionGraceMs + dayMs,
    ])
    for (const person of [ann, bob]) expect((await remove(person)).envelope.success).toBe(true)
    clock.advance(accountDeletionGraceMs)
    await forgetAll()
    expect(await db.query('select document from kyc_document where document = any($1)', [documents])).toEqual([{ document: documents[1] }])
  })

  it('logged no error', () => {
    expect(faults).toEqual([])
  })
})
