import { asDecimal } from '#contract/decimal.ts'
import {
  approveBankDetailsOrStatementLine,
  declineBankDetailsOrStatementLine,
  enterBankStatementLine,
  enterDepositBankDetails,
  listBankDetailsAndStatementLines,
} from '../banks.ts'
import { StaffError } from '../staffError.ts'
import { type OperatorCommand, formatTerminalTime, formatTextTable } from './command.ts'

const text = { type: 'string' } as const

/** Money that comes in by bank: one enters, another agrees. */
export const bankDepositCommands: OperatorCommand[] = [
  {
    name: 'bank list',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists where each currency is sent by bank, and what waits for somebody else to agree.',
    run: async ({ context, staff, print }) => {
      const { details, lines } = await listBankDetailsAndStatementLines(context, await staff())
      if (details.length + lines.length === 0) return print('No bank details are set: nobody is offered a deposit by bank.')
      const rows = details.map((detail) => [
        detail.id,
        detail.isInForce ? 'in force' : `waits, by ${detail.enteredBy}`,
        detail.currency,
        detail.bankName,
        detail.holder,
        detail.account,
        detail.swift,
      ])
      for (const line of formatTextTable(['details', 'state', 'currency', 'bank', 'holder', 'account', 'swift'], rows)) print(line)
      if (lines.length === 0) return
      const waiting = lines.map((line) => [
        line.id,
        line.user_id,
        `${line.amount} ${line.currency}`,
        line.bank_reference,
        line.value_day,
        line.sender,
        line.deposit_id ?? 'none',
        `${line.enterer} at ${formatTerminalTime(Number(line.entered_ms))}`,
      ])
      for (const line of formatTextTable(['line', 'person', 'amount', 'bank’s reference', 'day', 'sender', 'claim', 'entered by'], waiting))
        print(line)
    },
  },
  {
    name: 'bank details',
    needs: ['currency'],
    options: { bank: text, holder: text, account: text, swift: text },
    usage: '--bank <name> --holder <name> --account <number> [--swift <code>]',
    about: 'Enters where people send a currency by bank. Nobody is shown it before somebody else on staff agrees.',
    run: async ({ context, staff, print }, input) => {
      const id = await enterDepositBankDetails(context, await staff(), {
        currency: input.of('currency'),
        bankName: input.option('bank') ?? '',
        holder: input.option('holder') ?? '',
        account: input.option('account') ?? '',
        swift: input.option('swift'),
      })
      print(`Entered: details ${id} wait for somebody else to agree.`)
    },
  },
  {
    name: 'bank enter',
    needs: ['reference', 'currency', 'amount'],
    options: { line: text, day: text, sender: text, claim: text },
    usage: '--line <bank’s reference> --day <YYYY-MM-DD> --sender <name> [--claim <id>]',
    about: 'Enters a line of the bank’s statement. It is credited once somebody else on staff agrees.',
    more: [
      'reference is what the person wrote beside the transfer. The amount is what the statement says, whatever was claimed.',
      'It answers the named claim, or the oldest of that person in that currency; without a claim it is a deposit of its own.',
      'The same line of the bank is entered once. A claim for which nothing came is rejected: review reject deposit <id> --reason notFound.',
    ],
    run: async ({ context, staff, print }, input) => {
      const amount = input.of('amount')
      if (!/^\d{1,20}(\.\d{1,8})?$/.test(amount)) throw new StaffError('usage', `"${amount}" is no amount. Write it such as 1250.50.`)
      const id = await enterBankStatementLine(context, await staff(), {
        reference: input.of('reference'),
        currency: input.of('currency'),
        amount: asDecimal(amount),
        bankReference: input.option('line') ?? '',
        day: input.option('day') ?? '',
        sender: input.option('sender') ?? '',
        claim: input.option('claim'),
      })
      print(`Entered: line ${id} waits for somebody else to agree.`)
    },
  },
  {
    name: 'bank agree',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Agrees to a line or to details that somebody else entered. A line is credited at once and the person is told.',
    run: async ({ context, staff, print }, input) => print(await approveBankDetailsOrStatementLine(context, await staff(), input.of('id'))),
  },
  {
    name: 'bank decline',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Ends what was entered without any effect. Your own too.',
    run: async ({ context, staff, print }, input) => {
      await declineBankDetailsOrStatementLine(context, await staff(), input.of('id'))
      print(`Declined: ${input.of('id')}.`)
    },
  },
]
