import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tryCreateUser } from '#account/people.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { findRunningDatabase } from '#db/runningDatabase.ts'
import { openPeerBroadcast } from '#db/pubsub.ts'
import { asInstant, serverDayAt } from '#contract/time.ts'
import { machineNow } from '../../tests/support/today.ts'
import { clearChainOutage, recordChainOutage } from '../chains/chainTrouble.ts'

// The command as staff run it, beside a real server on a database of its own.

const root = new URL('../..', import.meta.url).pathname
const { PATH, NODE_COMPILE_CACHE } = process.env
let dataDir: string
let server: ChildProcess | undefined
let db: Database
let atFirst: Ran

interface Ran {
  status: number | null
  out: string
  err: string
}

async function run(words: string[], { env = {}, typed = '' }: { env?: Record<string, string>; typed?: string } = {}): Promise<Ran> {
  const child = spawn(process.execPath, ['server/operator/command.ts', ...words], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (part) => (out += part))
  child.stderr.on('data', (part) => (err += part))
  child.stdin.end(typed)
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, out, err }
}

async function startServer(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['tests/trading/serverProcess.ts'], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function stopServer(): Promise<void> {
  await db?.close()
  if (!server) return
  const ended = once(server, 'exit')
  // The process of the tests has no clean stop: PostgreSQL notices by itself, as after kill -9.
  server.kill('SIGKILL')
  await ended
  server = undefined
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-operator-'))
  chmodSync(dataDir, 0o711)
  atFirst = await run(['staff', 'list'])
  server = await startServer()
  db = createDatabasePool(findRunningDatabase(dataDir)!)
})
afterAll(async () => {
  await stopServer()
  rmSync(dataDir, { recursive: true, force: true })
})

const add = async (name: string, role: string): Promise<{ OPERATOR_KEY: string }> => {
  const { status, out } = await run(['staff', 'add', name, '--role', role])
  expect(status).toBe(0)
  return { OPERATOR_KEY: /^staff_\S{43}$/m.exec(out)![0] }
}

it('makes no database of its own where there is none', () => {
  const err = `There is no database in ${dataDir}: start the server once, or set DATA_DIR or DATABASE_URL.\n`
  expect(atFirst).toEqual({ status: 5, out: '', err })
})

it('says what it can do, and what is wrong with a command', async () => {
  const [help, ofGroup, ofOne, dance, halt, resume, halts, badName, badRole] = await Promise.all([
    run(['--help']),
    run(['adjust', '--help']),
    run(['review', 'show', '--help']),
    run(['dance']),
    run(['halt']),
    run(['resume', 'BTCUSDT', 'now']),
    run(['halts', '--quick']),
    run(['staff', 'add', 'Mia']),
    run(['staff', 'add', 'mia', '--role', 'king']),
  ])
  expect([help.status, help.err]).toEqual([0, ''])
  for (const name of [
    'staff add <name>',
    'review reject <kind> <id>',
    'adjust approve <id>',
    'halt <symbol>',
    'publish <file>',
    'log verify',
  ])
    expect(help.out).toContain(name)
  expect(ofGroup.out).not.toContain('staff add')
  expect(ofOne.out).toMatch(/^npm run operator -- review show <kind> <id> \[--save <folder>\]\n/)
  expect(dance).toEqual({ status: 2, out: '', err: 'There is no command "dance". "npm run operator -- help" lists them.\n' })
  expect(halt).toEqual({ status: 2, out: '', err: '"halt" needs <symbol>.\n' })
  expect(resume).toEqual({ status: 2, out: '', err: '"now" is one word too many.\n' })
  expect(halts.err).toMatch(/^Unknown option '--quick'\.\n$/)
  expect(badName.status).toBe(2)
  expect(badRole).toMatchObject({
    status: 2,
    err: expect.stringMatching(/^"king" is no role\. Roles: reviewer,/),
  })
})

it('corrects a balance by two people beside the running server, which receives it; everything is in a log that fits', async () => {
  const person = await db.transaction((sql) =>
    tryCreateUser(sql, { email: 'ana@example.com', passwordHash: 'x', country: 'NZ', lang: 'en-us' }, asInstant(machineNow())),
  )
  const heard: string[] = []
  const notices = await openPeerBroadcast(findRunningDatabase(dataDir)!, 'a server')
  notices.on('user', (text) => void heard.push((JSON.parse(text) as { event: { t: string } }).event.t))
  const mia = await add('mia', 'reviewer')
  const ben = await add('ben', 'risk')
  expect(await run(['adjust', 'list'])).toMatchObject({ status: 3, err: 'Say who you are: set OPERATOR_KEY, or give --as <name>.\n' })
  expect(await run(['adjust', 'list', '--as', 'mia'], { typed: `${ben.OPERATOR_KEY}\n` })).toMatchObject({
    status: 3,
    err: 'Key of mia: \nThis key is not mia’s.\n',
  })
  expect(await run(['adjust', 'list', '--as', 'ben'], { typed: `${ben.OPERATOR_KEY}\n` })).toMatchObject({
    status: 0,
    out: 'No corrections.\n',
  })
  expect(await run(['halt', 'BTCUSDT', '--reason', 'a test halt'], { env: mia })).toMatchObject({
    status: 3,
    err: 'mia may not do this: it takes the role risk.\n',
  })

  const uid = (person as { uid: string }).uid
  const proposed = await run(['adjust', 'propose', uid, 'demo', 'USDT', '-12.5', '--reason', 'a fee was charged twice'], { env: mia })
  expect(proposed).toMatchObject({ status: 0, err: '' })
  const id = /correction (\d+)/.exec(proposed.out)![1]!
  expect(await run(['adjust', 'approve', id], { env: mia })).toMatchObject({
    status: 1,
    err: 'You proposed this. Somebody else on staff must approve it.\n',
  })
  expect((await run(['adjust', 'list'], { env: ben })).out).toMatch(/-12\.50000000 USDT +mia .* a fee was charged twice\n$/)
  expect(await run(['adjust', 'approve', id], { env: ben })).toEqual({
    status: 0,
    out: `Booked: -12.50000000 USDT for person ${person!.id}.\n`,
    err: '',
  })
  await expect.poll(() => heard.toSorted()).toEqual(['balance', 'notice'])
  await notices.close()
  expect((await run(['adjust', 'approve', id], { env: ben })).status).toBe(1)

  const kai = await add('kai', 'auditor')
  const shown = await run(['log', 'show'], { env: kai })
  expect(shown.out).toMatch(/mia {2}adjust\.propose .*reason="a fee was charged twice"/)
  expect(shown.out).toMatch(/machine:\S+ {2}staff\.add {2}name=kai roles=auditor\n$/)
  expect(await run(['log', 'verify'], { env: kai })).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^7 entries, every hash fits\. Root: [0-9a-f]{64}\n/),
  })
})

it('previews and publishes a text, halts a market; the server shows both at once', async () => {
  const ada = await add('ada', 'contentEditor')
  const file = join(dataDir, 'short-break.html')
  writeFileSync(
    file,
    'title: A short break\nsummary: On Sunday\ncategory: system\nversion: 1\npublished: 2026-01-01 10:00\nupdated: 2026-01-01 10:00\n\n<p>At noon.</p>',
  )
  const preview = await run(['publish', file, '--kind', 'notice'], { env: ada })
  const code = /--confirm ([0-9a-f]{12})\n$/.exec(preview.out)![1]!
  expect(preview.out).toContain('At noon.')
  expect((await db.query("select from content_piece where slug = 'short-break'")).length).toBe(0)
  expect(await run(['publish', file, '--kind', 'notice', '--confirm', code], { env: ada })).toMatchObject({
    status: 0,
    out: 'Published: notice short-break (en-us).\n',
  })
  expect((await db.query("select from content_piece where slug = 'short-break'")).length).toBe(1)
  const ben = await add('eva', 'risk')
  expect((await run(['halt', 'BTCUSDT', '--reason', 'a test halt'], { env: ben })).out).toBe('BTCUSDT takes no new orders.\n')
  expect((await run(['halts'])).out).toMatch(/BTCUSDT .* a test halt\n$/)
  const pause = ['network', 'pause', 'TRC20', '--currency', 'USDT', '--withdrawals', '--reason', 'a node upgrade']
  expect(await run(pause, { env: ben })).toEqual({ status: 0, out: 'Paused: withdrawals of USDT on TRC20.\n', err: '' })
  expect((await run(['network', 'pauses'])).out).toMatch(/^TRC20 +USDT +withdrawals +a node upgrade\n$/m)
  expect((await run(['network', 'resume', 'TRC20', '--currency', 'USDT'], { env: ben })).out).toBe('Open: USDT on TRC20.\n')
  const trouble = (sinceMs: number) => recordChainOutage(db, 'dogecoin', 'dogecoin getblockhash: no answer (TimeoutError)', sinceMs, false)
  await trouble(machineNow())
  const said = 'The node of dogecoin cannot be read: dogecoin getblockhash: no answer (TimeoutError).\nNo network is paused by staff.\n'
  expect((await run(['network', 'pauses'])).out).toBe(said)
  await trouble(0)
  expect((await run(['network', 'pauses'])).out).toMatch(/^The node of dogecoin cannot be read, so its networks take no deposits: /)
  await clearChainOutage(db, 'dogecoin')
  expect((await run(['network', 'pauses'])).out).toBe('No network is paused by staff.\n')
  expect((await run(['resume', 'BTCUSDT'], { env: ben })).out).toBe('BTCUSDT takes orders again.\n')
})

it('announces another fee a week ahead, and lets it be called off', async () => {
  const noa = await add('noa', 'productManager')
  const args = ['terms', 'announce', 'USDT', 'TRC20', '--fee', '2', '--from']
  const near = await run([...args, serverDayAt(machineNow())], { env: noa })
  expect(near).toMatchObject({ status: 1, err: expect.stringMatching(/^A change is announced 7 days ahead: the first day .* is \S+\.\n$/) })
  const day = /is (\d{4}-\d\d-\d\d)\.\n$/.exec(near.err)![1]!
  expect(await run([...args, day], { env: noa })).toEqual({
    status: 0,
    out: `Announced: from ${day} 00:00:00 UTC+8, USDT TRC20 costs 2 USDT, at least 10 USDT.\n`,
    err: '',
  })
  const shown = (await run(['terms', 'list'])).out
  expect(shown).toMatch(/^ +USDT +TRC20 +1 +10 +now +release$/m)
  const id = new RegExp(`^(\\d+) +USDT +TRC20 +2 +10 +${day} 00:00:00 UTC\\+8 +noa$`, 'm').exec(shown)![1]!
  expect((await run(['terms', 'call-off', id], { env: noa })).out).toBe(`Called off: change ${id}.\n`)
  expect((await run(['terms', 'list'])).out).not.toContain('noa')
  expect((await run([...args, 'now'], { env: noa })).status).toBe(2)
})

it('shows what people ask, and answers them', async () => {
  const reviewer = await add('sue', 'reviewer')
  const person = await tryCreateUser(db, { country: 'US', lang: 'en-us', email: 'asks@example.com' }, asInstant(machineNow()))
  await db.query(
    `insert into support_ticket (id, user_id, topic, order_no, title, created_ms, updated_ms, waits_since_ms, answer_by_ms)
     values (42, $1, 'other', '', 'Hello', 1, 1, 1, 2)`,
    [person!.id],
  )
  await db.query(`insert into support_message (ticket_id, by, text, created_ms) values (42, 'me', $1, 1)`, ['Hello\u001b[2J there'])
  const list = await run(['support', 'list'], { env: reviewer })
  expect([list.status, list.out]).toEqual([0, expect.stringMatching(/^42 +other +\d+ +1970-01-01 .* LATE$/m)])
  const shown = await run(['support', 'show', '42'], { env: reviewer })
  expect(shown.out).toContain('  Hello·[2J there')
  await db.query(
    `insert into support_message (ticket_id, by, text, created_ms) select 42, 'me', 'word ' || n, 1 from generate_series(2, 201) n`,
  )
  const newest = (await run(['support', 'show', '42'], { env: reviewer })).out
  expect(newest).toContain('Earlier messages: 1. --all shows them.\n')
  expect([newest.includes('there'), newest.includes('  word 2\n'), newest.includes('  word 201\n')]).toEqual([false, true, true])
  const whole = (await run(['support', 'show', '42', '--all'], { env: reviewer })).out
  expect([whole.includes('there'), whole.includes('  word 201\n'), whole.includes('Earlier messages')]).toEqual([true, true, false])
  expect(await run(['support', 'answer', '42'], { env: reviewer })).toEqual({ status: 2, out: '', err: 'Give either --text or --file.\n' })
  expect((await run(['support', 'close', '42'], { env: reviewer })).err).toContain('answer it first')
  expect((await run(['support', 'answer', '42', '--text', 'Hello Ann'], { env: reviewer })).out).toBe('Answered: ticket 42.\n')
  expect((await run(['support', 'close', '42'], { env: reviewer })).out).toBe('Closed: ticket 42.\n')
  // Beside the samples, which come read.
  expect(await db.query(`select kind, link from inbox_notice where user_id = $1 and read_ms is null`, [person!.id])).toEqual([
    { kind: 'supportAnswered', link: '/support?id=42' },
  ])
  expect((await run(['support', 'list'], { env: await add('otto', 'risk') })).status).toBe(3)
})

it('finds a changed log and says so with its own status, also when no server runs; what was published stays after a restart', async () => {
  const kai = await add('leo', 'auditor')
  await db.query(
    "begin; set local session_replication_role = replica; update operator_log set body = replace(body, 'mia', 'eve') where seq = 1; commit",
  )
  const found = { status: 4, out: '', err: 'The log was changed. Entry 1 is not what was hashed.\n' }
  expect(await run(['log', 'verify'], { env: kai })).toEqual(found)
  await stopServer()
  expect(await run(['log', 'verify'], { env: kai })).toEqual(found)
  server = await startServer()
  db = createDatabasePool(findRunningDatabase(dataDir)!)
  expect((await db.query("select from content_piece where slug = 'short-break'")).length).toBe(1)
})
