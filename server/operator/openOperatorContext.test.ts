import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabasePool, type Database, type DatabaseSocketTarget } from '#db/database.ts'
import { type Config, readConfig } from '../core/startup/config.ts'
import { setOrAssertDatabaseEnvironment } from '../core/startup/environment.ts'
import { sandboxPayoutPayer } from '../withdrawals/sandboxPayer.ts'
import { storeAutomaticPayoutRoutes } from '../withdrawals/payoutWays.ts'
import { publishReleaseWithdrawalTerms } from '../withdrawals/releaseTerms.ts'
import { withdrawalFixture } from '../../tests/withdrawals/withdrawalFixture.ts'
import { testTarget } from '../../tests/support/testDatabase.ts'
import { openOperatorContext } from './openOperatorContext.ts'

// What staff's own settings cannot change: whether money is real, and who sends it.

let db: Database
let remove: () => Promise<void>
let databaseUrl: string
beforeEach(async () => {
  const made = await testTarget()
  remove = made.remove
  db = createDatabasePool(made.place)
  databaseUrl = urlOf(made.place)
})
afterEach(async () => {
  await db.close()
  await remove()
})

const urlOf = ({ socketDir, port, user, database }: DatabaseSocketTarget): string =>
  `postgresql://${user}@/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
const settings = (over: Partial<Config> = {}): Config => ({ ...readConfig({}), databaseUrl, ...over })

describe('a database', () => {
  it('is for play money or for real money from its first server on, whoever asks', async () => {
    await setOrAssertDatabaseEnvironment(db, 'production')
    await setOrAssertDatabaseEnvironment(db, 'production')
    await expect(setOrAssertDatabaseEnvironment(db, 'sandbox')).rejects.toThrow(
      'This database was made by a server with FAIRLEAD_ENV=production, and that stays: set it so, or name another by DATABASE_URL or DATA_DIR.',
    )
    await expect(db.query(`update environment set env = 'sandbox'`)).rejects.toThrow(/refused/)
    await expect(db.query('delete from environment')).rejects.toThrow(/refused/)
    await expect(db.query(`insert into environment (env) values ('sandbox')`)).rejects.toThrow(/duplicate key/)
  })

  it('is made for one of them by the first of many servers', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => setOrAssertDatabaseEnvironment(db, n % 2 === 0 ? 'sandbox' : 'production')),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await db.query('select from environment')).toHaveLength(1)
  })
})

describe('the desk', () => {
  it('is not opened before a server, nor with other settings than its own', async () => {
    await expect(openOperatorContext(settings())).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/start it once/),
    })
    await setOrAssertDatabaseEnvironment(db, 'production')
    await expect(openOperatorContext(settings())).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/FAIRLEAD_ENV=production/),
    })
    const context = await openOperatorContext(settings({ env: 'production' }))
    expect(context.app.config.env).toBe('production')
    await context.close()
  })

  it('asks the servers’ word who sends what, not its own settings', async () => {
    const world = await withdrawalFixture()
    try {
      await setOrAssertDatabaseEnvironment(world.db, 'sandbox')
      await publishReleaseWithdrawalTerms(world.db)
      const who = await world.person()
      const { id } = await world.withdraw(who, { accountId: await world.known(who) })
      expect(await world.row(id)).toMatchObject({ phase: 'approved', chain_type: 'TRC20' })
      const [at] = await world.db.query<DatabaseSocketTarget>(
        `select current_database() as database, current_user as user, current_setting('port') as port,
           current_setting('unix_socket_directories') as "socketDir"`,
      )
      const listed = async () => {
        const context = await openOperatorContext(settings({ databaseUrl: urlOf(at!) }))
        const kind = context.kinds.find((reviewCase) => reviewCase.kind === 'withdrawal')
        const waiting = await kind!.waiting(context.app.db, 10)
        await context.close()
        return waiting.map((reviewCase) => [reviewCase.id, reviewCase.facts['needs']])
      }
      const forStaff = [[id, 'withdrawal take']]
      expect(await listed()).toEqual(forStaff)
      await storeAutomaticPayoutRoutes(world.db, [sandboxPayoutPayer])
      expect(await listed()).toEqual([])
      await storeAutomaticPayoutRoutes(world.db, [{ sends: (_, chainType) => chainType !== 'TRC20' }])
      expect(await listed()).toEqual(forStaff)
      await Promise.all(Array.from({ length: 6 }, () => storeAutomaticPayoutRoutes(world.db, [sandboxPayoutPayer])))
      expect(await listed()).toEqual([])
    } finally {
      await world.db.close()
    }
  })
})
