import { freezeProductOrderAsStaff, unfreezeProductOrderAsStaff } from '../products.ts'
import { type OperatorCommand, formatTerminalTime } from './command.ts'

/** Orders of earn products. */
export const productOrderFreezeCommands: OperatorCommand[] = [
  {
    name: 'product freeze',
    needs: ['order'],
    options: { reason: { type: 'string' }, hours: { type: 'string' }, note: { type: 'string' } },
    usage: '--reason <reason> --note <text> [--hours 72]',
    about:
      'Freezes an order of an earn product; done again before the time is over, it is a renewal. The person is told and sees the reason.',
    more: [
      'order is the number that begins with PR. Reasons: legal_order, sanction_match, suspected_takeover.',
      'At most 72 hours. The note stays in the log. Income goes on and is paid out when the order goes on.',
    ],
    run: async ({ context, staff, print }, input) => {
      const hours = Number(input.option('hours') ?? '72')
      const until = await freezeProductOrderAsStaff(
        context,
        await staff(),
        input.of('order'),
        input.option('reason') ?? '',
        hours,
        input.option('note') ?? '',
      )
      print(`Frozen: order ${input.of('order')}, until ${formatTerminalTime(until)}.`)
    },
  },
  {
    name: 'product unfreeze',
    needs: ['order'],
    options: {},
    usage: '',
    about: 'Lets a frozen order go on now.',
    run: async ({ context, staff, print }, input) => {
      await unfreezeProductOrderAsStaff(context, await staff(), input.of('order'))
      print(`Order ${input.of('order')} goes on.`)
    },
  },
]
