import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Database, type SocketPlace } from '#db/database.ts'
import { type Config, readConfig } from '#server/config.ts'
import { keepEnvironment } from '#server/environment.ts'
import { sandboxPayer } from '#server/withdrawals/sandboxPayer.ts'
import { keepPayoutWays } from '#server/withdrawals/payoutWays.ts'
import { publishReleaseTerms } from '#server/withdrawals/releaseTerms.ts'
import { withdrawWorld } from '../../tests/money/withdrawWorld.ts'
import { testPlace } from '../../tests/support/testDatabase.ts'
import { openDesk } from './openDesk.ts'

// What staff's own settings cannot change: whether money is real, and who sends it.

let db: Database
let remove: () => Promise<void>
let databaseUrl: string
beforeEach(async () => {
  const made = await testPlace()
  remove = made.remove
  db = connect(made.place)
  databaseUrl = urlOf(made.place)
})
afterEach(async () => {
  await db.close()
  await remove()
})

const urlOf = ({ socketDir, port, user, database }: SocketPlace): string =>
  `postgresql://${user}@/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
const settings = (over: Partial<Config> = {}): Config => ({ ...readConfig({}), databaseUrl, ...over })

describe('a database', () => {
  it('is for play money or for real money from its first server on, whoever asks', async () => {
    await keepEnvironment(db, 'production')
    await keepEnvironment(db, 'production')
    await expect(keepEnvironment(db, 'sandbox')).rejects.toThrow(
      'This database was made by a server with FAIRLEAD_ENV=production, and that stays: set it so, or name another by DATABASE_URL or DATA_DIR.',
    )
    await expect(db.query(`update environment set env = 'sandbox'`)).rejects.toThrow(/refused/)
    await expect(db.query('delete from environment')).rejects.toThrow(/refused/)
    await expect(db.query(`insert into environment (env) values ('sandbox')`)).rejects.toThrow(/duplicate key/)
  })

  it('is made for one of them by the first of many servers', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => keepEnvironment(db, n % 2 === 0 ? 'sandbox' : 'production')),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await db.query('select from environment')).toHaveLength(1)
  })
})

describe('the desk', () => {
  it('is not opened before a server, nor with other settings than its own', async () => {
    await expect(openDesk(settings())).rejects.toMatchObject({ kind: 'unreachable', message: expect.stringMatching(/start it once/) })
    await keepEnvironment(db, 'production')
    await expect(openDesk(settings())).rejects.toMatchObject({ kind: 'refused', message: expect.stringMatching(/FAIRLEAD_ENV=production/) })
    const desk = await openDesk(settings({ env: 'production' }))
    expect(desk.house.config.env).toBe('production')
    await desk.close()
  })

  it('asks the servers’ word who sends what, not its own settings', async () => {
    const world = await withdrawWorld()
    try {
      await keepEnvironment(world.db, 'sandbox')
      await publishReleaseTerms(world.db)
      const who = await world.person()
      const { id } = await world.withdraw(who, { accountId: await world.known(who) })
      expect(await world.row(id)).toMatchObject({ phase: 'approved', chain_type: 'TRC20' })
      const [at] = await world.db.query<SocketPlace>(
        `select current_database() as database, current_user as user, current_setting('port') as port,
           current_setting('unix_socket_directories') as "socketDir"`,
      )
      const listed = async () => {
        const desk = await openDesk(settings({ databaseUrl: urlOf(at!) }))
        const kind = desk.kinds.find((one) => one.kind === 'withdrawal')
        const waiting = await kind!.waiting(desk.house.db, 10)
        await desk.close()
        return waiting.map((one) => [one.id, one.facts['needs']])
      }
      const forStaff = [[id, 'withdrawal take']]
      expect(await listed()).toEqual(forStaff)
      await keepPayoutWays(world.db, [sandboxPayer])
      expect(await listed()).toEqual([])
      await keepPayoutWays(world.db, [{ sends: (_, chainType) => chainType !== 'TRC20' }])
      expect(await listed()).toEqual(forStaff)
      await Promise.all(Array.from({ length: 6 }, () => keepPayoutWays(world.db, [sandboxPayer])))
      expect(await listed()).toEqual([])
    } finally {
      await world.db.close()
    }
  })
})
