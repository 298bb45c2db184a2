import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountHandlers } from '#account/handlers.ts'
import { profileHandlers } from '#account/profileHandlers.ts'
import { agreementVersions, accountTypes } from '#contract/constants.ts'
import type { Database } from '#db/database.ts'
import { findSignedInUserByToken } from '#account/sessions.ts'
import { createManualClock } from '../core/clock.ts'
import { contentLanguageFolders } from '#server/content/languages.ts'
import { serverEnvironments, seedTextForEnvironment } from '#server/content/environments.ts'
import { parseContentText } from '#server/content/parse.ts'
import { seedContent } from '#server/content/seedContent.ts'
import { contentChecksumOf, writeContentPiece } from '#server/content/writePiece.ts'
import { streamConsentsExport } from '#server/dataRights/profileFiles.ts'
import type { AppContext } from '../core/appContext.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { assertCanTrade } from '../risk/assertCanTrade.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { consentsHandlers } from './handlers.ts'
import { diffAgreementPassages, splitAgreementPassages } from './passages.ts'

const clock = createManualClock(1_795_190_400_000)
let db: Database
let http: AppHttpServer
let app: AppContext

beforeAll(async () => {
  db = await testDatabase()
  app = testContext(db, clock)
  const rooms = { account: accountHandlers(app), profile: profileHandlers(app), settings: settingsHandlers(app) }
  http = createAppHttpServer(app, { ...rooms, consents: consentsHandlers() }, { rates: noLimits })
})
afterAll(async () => {
  await http?.close()
  await db?.close()
})

const headers = (token: string) => ({ 'x-access-token': token })
const mine = async (token: string) => (await createInProcessClient(http, clock).get('/api/user/agreements', {}, headers(token))).result
const agree = (token: string, id: string, version: string) =>
  createInProcessClient(http, clock).post('/api/user/agreements/agree', { id, version }, headers(token))
const changes = (params: Record<string, string>) => createInProcessClient(http, clock).get('/api/content/agreement/changes', params)

async function guest(): Promise<{ token: string; id: string }> {
  const { token, userInfo } = (
    await createInProcessClient(http, clock).post('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })
  ).result
  return { token, id: userInfo.id }
}
/** Keeps the account: agrees to what holds now. */
async function member(): Promise<{ token: string; id: string }> {
  const person = await guest()
  const to = createInProcessClient(http, clock)
  const email = `c${person.id}@example.com`
  const sent = await to.get('/api/app/getEmailCaptcha', { email, scene: 'bind' })
  const form = {
    type: 'email',
    target: email,
    captcha: sent.result.devCode,
    agreementVersion: agreementVersions['user-agreement'],
    birthYearOk: true,
    country: 'NZ',
  }
  const { envelope } = await to.post('/api/app/bindAccount', form, headers(person.token))
  expect(envelope.code).toBe(200)
  return person
}
const risk = agreementVersions['risk-disclosure']
const next = String(Number(risk) + 1)
/** As if they had agreed while earlier versions held. */
const agreedBefore = async (id: string): Promise<void> => {
  await db.query(`update account set agreement_version = '0', risk_version = '1' where id = $1`, [id])
  await db.query('delete from consent where user_id = $1', [id])
  await db.query(
    `insert into consent (user_id, agreement, version, agreed_ms) values ($1, 'user-agreement', '0', 7), ($1, 'risk-disclosure', '1', 7)`,
    [id],
  )
}
const buying = async (token: string, isLeaving = false, accountType: number = accountTypes.demo) => {
  const visitor = await findSignedInUserByToken(app, token, clock.now())
  const ask = { accountType, product: 'spot', symbols: ['BTCUSDT'], isLeaving } as const
  return assertCanTrade(app, ask, { sql: db, visitor: visitor! }).then(
    () => 'taken',
    (error: { refusal?: string }) => error.refusal,
  )
}

describe('what somebody agreed to', () => {
  it('is written with its version when an account is opened, and nothing is asked', async () => {
    const { token, id } = await member()
    expect(await mine(token)).toEqual([
      { id: 'user-agreement', version: '2', agreed: { version: '2', time: expect.any(String) }, due: false },
      { id: 'risk-disclosure', version: risk, agreed: { version: risk, time: expect.any(String) }, due: false },
    ])
    expect(await buying(token)).toBe('taken')
    let file = ''
    for await (const piece of streamConsentsExport(db, id)) file += piece
    expect(JSON.parse(file).agreements).toEqual([
      { agreement: 'risk-disclosure', version: risk, at_ms: String(clock.now()) },
      { agreement: 'user-agreement', version: '2', at_ms: String(clock.now()) },
    ])
  })

  it('is asked for again in a new version before anything is opened, never before leaving', async () => {
    const { token, id } = await member()
    await agreedBefore(id)
    expect((await mine(token)).map(({ due, agreed }: { due: boolean; agreed: { version: string } }) => [due, agreed.version])).toEqual([
      [true, '0'],
      [true, '1'],
    ])
    expect([await buying(token), await buying(token, false, accountTypes.real), await buying(token, true)]).toEqual([
      'agreementRequired',
      'agreementRequired',
      'taken',
    ])
    expect((await agree(token, 'user-agreement', '2')).envelope.code).toBe(200)
    expect(await buying(token)).toBe('agreementRequired')
    const both = await agree(token, 'risk-disclosure', risk)
    expect(both.result.map(({ due }: { due: boolean }) => due)).toEqual([false, false])
    expect(await buying(token)).toBe('taken')
    // Again nothing changes, and the earlier ones stay written.
    await agree(token, 'risk-disclosure', risk)
    expect(await db.query('select agreement, version from consent where user_id = $1 order by 1, 2', [id])).toEqual([
      { agreement: 'risk-disclosure', version: '1' },
      { agreement: 'risk-disclosure', version: risk },
      { agreement: 'user-agreement', version: '0' },
      { agreement: 'user-agreement', version: '2' },
    ])
    await expect(db.query(`update consent set version = '9' where user_id = $1`, [id])).rejects.toThrow('never altered')
  })

  it('cannot be a version that does not hold, nor of a text that nobody agrees to', async () => {
    const { token } = await member()
    const old = await agree(token, 'risk-disclosure', '1')
    expect([old.envelope.code, JSON.stringify(old.envelope)]).toEqual([4110, expect.stringContaining(`"version":"${risk}"`)])
    expect((await agree(token, 'privacy', '3')).envelope.code).toBe(4001)
  })

  it('is nothing for a guest, who trades play money and agrees when keeping the account', async () => {
    const { token } = await guest()
    expect((await mine(token)).map(({ agreed, due }: { agreed: unknown; due: boolean }) => [agreed, due])).toEqual([
      [null, false],
      [null, false],
    ])
    expect(await buying(token)).toBe('taken')
    expect((await agree(token, 'risk-disclosure', risk)).envelope.code).toBe(4119)
  })
})

describe('the texts', () => {
  it.each(contentLanguageFolders.flatMap(({ folder }) => Object.entries(agreementVersions).map(([id, version]) => [folder, id, version])))(
    'in %s, %s is version %s, as what is agreed to',
    (folder, id, version) => {
      const file = new URL(`../db/seed/content/${folder}/agreement/${id}.html`, import.meta.url)
      const text = readFileSync(file, 'utf8')
      for (const environment of serverEnvironments)
        expect(parseContentText(seedTextForEnvironment(environment, text, id) ?? '', id).version).toBe(version)
    },
  )

  it('of every version stay, and show passage by passage what changed', async () => {
    await seedContent(db)
    const first = await changes({ id: 'risk-disclosure' })
    expect([first.result.from, first.result.to.version]).toEqual([null, risk])
    expect(first.result.lines.every(({ change }: { change: string }) => change === 'added')).toBe(true)
    const seed = readFileSync(new URL('../db/seed/content/en/agreement/risk-disclosure.html', import.meta.url), 'utf8')
    const text = (seedTextForEnvironment('sandbox', seed, 'x') ?? '')
      .replace(`version: ${risk}`, `version: ${next}`)
      .replace('updated: 2026-11-24', 'updated: 2026-12-01')
      .replace('Prices jump.', 'Prices leap.')
    const file = {
      slug: 'risk-disclosure',
      lang: 'en-us',
      kind: 'agreement',
      where: 'x',
      text,
      checksum: contentChecksumOf('agreement', text),
    } as const
    await db.transaction((sql) => writeContentPiece(sql, file, 'release'))
    const { result } = await changes({ id: 'risk-disclosure' })
    expect([result.from.version, result.to.version, result.versions.map(({ version }: { version: string }) => version)]).toEqual([
      risk,
      next,
      [next, risk],
    ])
    const changed = result.lines.filter(({ change }: { change: string }) => change !== 'same')
    expect(changed.map(({ change, text: said }: { change: string; text: string }) => [change, said.slice(0, 12)])).toEqual([
      ['removed', 'Prices jump.'],
      ['added', 'Prices leap.'],
    ])
    // A language that has not the new version yet shows its own newest.
    expect((await changes({ id: 'risk-disclosure', lang: 'jp' })).result.to.version).toBe(risk)
    expect((await changes({ id: 'risk-disclosure', lang: 'jp', from: risk, to: next })).result.lang).toBe('en-us')
    expect((await changes({ id: 'risk-disclosure', from: '7' })).envelope.code).toBe(404)
    expect((await changes({ id: 'nothing' })).envelope.code).toBe(404)
  })

  it('are compared by their words', () => {
    expect(
      splitAgreementPassages(
        '<h2 id="a">A &amp; B</h2><ul><li><strong>One</strong> two</li></ul><table><tbody><tr><td>x</td><td>1 &lt; 2</td></tr></tbody></table>',
      ),
    ).toEqual(['A & B', 'One two', 'x · 1 < 2'])
    expect(diffAgreementPassages(['a', 'b', 'c'], ['a', 'c', 'd']).map(({ change, text }) => `${change} ${text}`)).toEqual([
      'same a',
      'removed b',
      'same c',
      'added d',
    ])
    expect(diffAgreementPassages([], [])).toEqual([])
  })
})
