import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { minWithdrawalTermsNoticeDays } from '../../chains/withdrawalTerms.ts'
import { StaffError } from '../staffError.ts'
import { announceWithdrawalTerms, cancelAnnouncedWithdrawalTerms, listWithdrawalTerms } from '../terms.ts'
import { type OperatorCommand, type OperatorCommandInput, formatTerminalTime, formatTextTable } from './command.ts'

function amountOf(input: OperatorCommandInput, name: string): Decimal | undefined {
  const text = input.option(name)
  if (text !== undefined && !/^\d{1,20}(\.\d{1,8})?$/.test(text))
    throw new StaffError('usage', `"${text}" is no amount. Write it such as 2 or 0.5.`)
  return text === undefined ? undefined : asDecimal(text)
}

/** Fees and minima of withdrawals, announced a week ahead. */
export const withdrawalTermsCommands: OperatorCommand[] = [
  {
    name: 'terms announce',
    needs: ['currency', 'network'],
    options: { fee: { type: 'string' }, min: { type: 'string' }, from: { type: 'string' } },
    usage: '[--fee <amount>] [--min <amount>] --from <day>',
    about: `Announces another fee or minimum of withdrawals, at least ${minWithdrawalTermsNoticeDays} days ahead.`,
    more: [
      'network is such as TRC20; amounts are in the currency; the day is such as 2026-11-30 and begins at 00:00 UTC+8.',
      'Everybody sees it from now on. A withdrawal that was previewed or asked for before keeps its fee.',
    ],
    run: async ({ context, staff, print }, input) => {
      const [currency, chainType] = [input.of('currency'), input.of('network')]
      const announcement = {
        currency,
        chainType,
        fee: amountOf(input, 'fee'),
        min: amountOf(input, 'min'),
        day: input.option('from') ?? '',
      }
      const made = await announceWithdrawalTerms(context, await staff(), announcement)
      print(
        `Announced: from ${formatTerminalTime(made.from)}, ${currency} ${chainType} costs ${made.fee} ${currency}, at least ${made.min} ${currency}.`,
      )
    },
  },
  {
    name: 'terms call-off',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Lets an announced change not happen, until it has begun.',
    run: async ({ context, staff, print }, input) => {
      await cancelAnnouncedWithdrawalTerms(context, await staff(), input.of('id'))
      print(`Called off: change ${input.of('id')}.`)
    },
  },
  {
    name: 'terms list',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists what withdrawals cost and take now, and what is announced.',
    run: async ({ context, print }) => {
      const rows = (await listWithdrawalTerms(context)).map((withdrawalTerm) => [
        withdrawalTerm.isComing ? withdrawalTerm.id : '',
        withdrawalTerm.currency,
        withdrawalTerm.chainType,
        withdrawalTerm.fee,
        withdrawalTerm.min,
        withdrawalTerm.isComing ? formatTerminalTime(withdrawalTerm.from) : 'now',
        withdrawalTerm.by || 'release',
      ])
      if (rows.length === 0) return print('Nothing is published yet: start the server once.')
      for (const line of formatTextTable(['id', 'currency', 'network', 'fee', 'min', 'from', 'by'], rows)) print(line)
    },
  },
]
