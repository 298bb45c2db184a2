import { wireTimeToInstant, type Instant } from '#contract/time.ts'
import {
  approveProductPermission,
  declineProductPermission,
  disableProductInCountry,
  type ProductPermission,
  listProductPermissions,
  proposeProductPermission,
} from '../legal.ts'
import { StaffError } from '../staffError.ts'
import { type OperatorCommand, formatTerminalTime, formatTextTable } from './command.ts'

function readFrom(text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined
  const from = wireTimeToInstant(/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) ? `${text}:00` : '')
  if (Number.isNaN(from)) throw new StaffError('usage', `"${text}" is no time. Write it in UTC+8 such as "2026-12-01 00:00".`)
  return from
}

function readMoney(text: string): 'demo' | 'real' {
  if (text === 'demo' || text === 'real') return text
  throw new StaffError('usage', '--money is demo or real.')
}

const said = ({
  country,
  product,
  availability,
  from,
}: Pick<ProductPermission, 'country' | 'product' | 'availability' | 'from'>): string =>
  availability === 'off' ? `${product} is off in ${country}` : `${product} in ${country}, ${availability}, from ${formatTerminalTime(from)}`

/** Which product a production server offers in which country: one proposes, another approves; taking away needs one. */
export const productPermissionCommands: OperatorCommand[] = [
  {
    name: 'legal enable',
    needs: ['country', 'product'],
    options: { money: { type: 'string' }, from: { type: 'string' }, reason: { type: 'string' } },
    usage: '--money demo|real [--from "2026-12-01 00:00"] --reason <text>',
    about: 'Proposes to offer a product in a country, for play money or for real. Somebody else on staff must approve it.',
    more: [
      'product is contract, cryptoContract, option, second, loan, earn, ieo or incentive; an option needs its contracts too.',
      'In production nothing of this is offered anywhere before such a record, and never more than the rules of the country allow.',
      'The reason names the licence or the opinion that it stands on. The record is a link of the signed log.',
    ],
    run: async ({ context, staff, print }, input) => {
      const proposal = {
        country: input.of('country'),
        product: input.of('product'),
        money: readMoney(input.option('money') ?? ''),
        from: readFrom(input.option('from')),
        reason: input.option('reason') ?? '',
      }
      const id = await proposeProductPermission(context, await staff(), proposal)
      print(`Proposed: record ${id}. It waits for somebody else to approve it.`)
    },
  },
  {
    name: 'legal disable',
    needs: ['country', 'product'],
    options: { reason: { type: 'string' } },
    usage: '--reason <text>',
    about: 'Takes a product away from a country at once, whatever was approved before.',
    more: ['What is open can be closed, protected and paid back; orders that wait are cancelled, and their people are told.'],
    run: async ({ context, staff, print }, input) => {
      const proposal = { country: input.of('country'), product: input.of('product'), reason: input.option('reason') ?? '' }
      print(`${said(await disableProductInCountry(context, await staff(), proposal))}.`)
    },
  },
  {
    name: 'legal list',
    needs: [],
    options: { all: { type: 'boolean' } },
    usage: '[--all]',
    about: 'Lists the legal records that wait; with --all the newest fifty, decided ones too.',
    run: async ({ context, print }, input) => {
      const found = await listProductPermissions(context, input.has('all'))
      if (found.length === 0) return print('No legal records.')
      const rows = found.map((permission) => [
        permission.id,
        permission.status + (permission.decidedBy === undefined ? '' : ` by ${permission.decidedBy}`),
        permission.country,
        permission.product,
        permission.availability,
        formatTerminalTime(permission.from),
        permission.proposedBy,
        permission.reason,
      ])
      for (const line of formatTextTable(['id', 'state', 'country', 'product', 'money', 'from', 'proposed by', 'reason'], rows)) print(line)
    },
  },
  {
    name: 'legal approve',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Approves what somebody else proposed: from its moment on the product is offered.',
    run: async ({ context, staff, print }, input) =>
      print(`Approved: ${said(await approveProductPermission(context, await staff(), input.of('id')))}.`),
  },
  {
    name: 'legal decline',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Ends a proposal. Your own too.',
    run: async ({ context, staff, print }, input) => {
      await declineProductPermission(context, await staff(), input.of('id'))
      print(`Declined: record ${input.of('id')}.`)
    },
  },
]
