import { priceRecordLogOfFeed } from '../../fairness/log.ts'
import { createPriceRecordProofReader } from '../../fairness/proofs.ts'
import { runStaffAction } from '../operatorContext.ts'
import { newestStaffLogEntries } from '../log.ts'
import { StaffError } from '../staffError.ts'
import { assertStaffPermitted } from '../staff.ts'
import { verifyStaffLog } from '../verifyLog.ts'
import { type OperatorCommand, formatTerminalTime } from './command.ts'

/** The log of everything that staff did. */
export const staffLogCommands: OperatorCommand[] = [
  {
    name: 'log show',
    needs: [],
    options: { last: { type: 'string' } },
    usage: '[--last 50]',
    about: 'Shows the newest entries, the newest last.',
    run: async ({ context, staff, print }, input) => {
      const last = input.option('last') ?? '50'
      if (!/^[1-9]\d{0,4}$/.test(last)) throw new StaffError('usage', `"${last}" is no number from 1 to 99999.`)
      const entries = await runStaffAction(context, await staff(), 'log.show', ({ sql }) => newestStaffLogEntries(sql, Number(last)))
      if (entries.length === 0) print('The log is empty.')
      for (const { seq, at, by, action, about } of entries) {
        const fields = Object.entries(about).map(([name, value]) => `${name}=${/\s/.test(value) ? JSON.stringify(value) : value}`)
        print(`${seq}  ${formatTerminalTime(at)}  ${by}  ${action}  ${fields.join(' ')}`.trimEnd())
      }
    },
  },
  {
    name: 'log verify',
    needs: [],
    options: {},
    usage: '',
    about: 'Recomputes the whole log and compares it with its roots in the signed price record.',
    more: ['Ends with 4 when anything does not fit.'],
    run: async ({ context: { app }, staff, print }) => {
      assertStaffPermitted(await staff(), 'log.verify')
      const proofs = createPriceRecordProofReader(app.db, app.market.specs, priceRecordLogOfFeed(app.config.marketFeed, app.db))
      const { entries, root, published, faults } = await verifyStaffLog(app.db, proofs)
      if (faults.length > 0) throw new StaffError('broken', `The log was changed. ${faults.join(' ')}`)
      print(`${entries} entries, every hash fits. Root: ${root}`)
      if (!published) return print('No root is published yet: the running server publishes one within a minute or two.')
      const proof = published.isSigned ? 'and proved under its signed head' : 'and its head is not signed yet or its day’s records are gone'
      print(`The root of ${published.entries} entries was published ${formatTerminalTime(published.at)}, fits, ${proof}.`)
      if (published.entries < entries) print(`Newer than that: ${entries - published.entries}.`)
    },
  },
]
