import { checkLedgerAsStaff, resumeLedger, readLedgerCheckReport } from '../ledger.ts'
import { formatTerminalTime, type OperatorCommand } from './command.ts'

const verdict = (holds: boolean): string => (holds ? 'all holds' : 'does not hold')

/** The nightly check of the ledger, and what it stopped. */
export const ledgerCheckCommands: OperatorCommand[] = [
  {
    name: 'ledger show',
    needs: [],
    options: {},
    usage: '',
    about: 'Says when the ledger was checked, what does not hold, and whether openings and payouts are stopped.',
    run: async ({ context, staff, print }) => {
      const { ended, halt, found } = await readLedgerCheckReport(context, await staff())
      print(ended ? `Checked ${formatTerminalTime(ended.endedAt)}: ${verdict(ended.holds)}.` : 'The ledger was not checked yet.')
      for (const { invariant, detail } of found) print(`${invariant}  ${detail}`)
      print(halt ? `Nothing opens and nothing is paid out since ${formatTerminalTime(halt.since)}.` : 'Openings and payouts go on.')
    },
  },
  {
    name: 'ledger check',
    needs: [],
    options: {},
    usage: '',
    about: 'Reads the whole ledger now and says whether it holds. Openings and payouts are stopped when it does not.',
    run: async ({ context, staff, print }) => {
      const { endedAt, holds } = await checkLedgerAsStaff(context, await staff())
      print(`Checked ${formatTerminalTime(endedAt)}: ${verdict(holds)}.`)
    },
  },
  {
    name: 'ledger resume',
    needs: [],
    options: {},
    usage: '',
    about: 'Lets openings and payouts go on, after a check that holds.',
    run: async ({ context, staff, print }) => {
      await resumeLedger(context, await staff())
      print('Openings and payouts go on.')
    },
  },
]
