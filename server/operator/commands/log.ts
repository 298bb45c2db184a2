import { logOf } from '../../fairness/log.ts'
import { proofsOf } from '../../fairness/proofs.ts'
import { work } from '../desk.ts'
import { newestEntries } from '../log.ts'
import { StaffRefused } from '../refused.ts'
import { admit } from '../staff.ts'
import { verifyLog } from '../verifyLog.ts'
import { type Command, saidAt } from './command.ts'

/** The log of everything that staff did. */
export const logCommands: Command[] = [
  {
    name: 'log show',
    needs: [],
    options: { last: { type: 'string' } },
    shown: '[--last 50]',
    about: 'Shows the newest entries, the newest last.',
    run: async ({ desk, staff, say }, given) => {
      const last = given.option('last') ?? '50'
      if (!/^[1-9]\d{0,4}$/.test(last)) throw new StaffRefused('usage', `"${last}" is no number from 1 to 99999.`)
      const entries = await work(desk, await staff(), 'log.show', ({ sql }) => newestEntries(sql, Number(last)))
      if (entries.length === 0) say('The log is empty.')
      for (const { seq, at, by, action, about } of entries) {
        const told = Object.entries(about).map(([name, value]) => `${name}=${/\s/.test(value) ? JSON.stringify(value) : value}`)
        say(`${seq}  ${saidAt(at)}  ${by}  ${action}  ${told.join(' ')}`.trimEnd())
      }
    },
  },
  {
    name: 'log verify',
    needs: [],
    options: {},
    shown: '',
    about: 'Recomputes the whole log and compares it with its roots in the signed price record.',
    more: ['Ends with 4 when anything does not fit.'],
    run: async ({ desk: { house }, staff, say }) => {
      admit(await staff(), 'log.verify')
      const proofs = proofsOf(house.db, house.market.specs, logOf(house.config.marketFeed, house.db))
      const { entries, root, published, faults } = await verifyLog(house.db, proofs)
      if (faults.length > 0) throw new StaffRefused('broken', `The log was changed. ${faults.join(' ')}`)
      say(`${entries} entries, every hash fits. Root: ${root}`)
      if (!published) return say('No root is published yet: the running server publishes one within a minute or two.')
      const proof = published.isSigned ? 'and proved under its signed head' : 'and its head is not signed yet or its day’s records are gone'
      say(`The root of ${published.entries} entries was published ${saidAt(published.at)}, fits, ${proof}.`)
      if (published.entries < entries) say(`Newer than that: ${entries - published.entries}.`)
    },
  },
]
