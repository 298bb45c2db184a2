import { freezeProduct, unfreezeProduct } from '../products.ts'
import { type Command, saidAt } from './command.ts'

/** Orders of earn products. */
export const productCommands: Command[] = [
  {
    name: 'product freeze',
    needs: ['order'],
    options: { reason: { type: 'string' }, hours: { type: 'string' }, note: { type: 'string' } },
    shown: '--reason <reason> --note <text> [--hours 72]',
    about:
      'Freezes an order of an earn product; done again before the time is over, it is a renewal. The person is told and sees the reason.',
    more: [
      'order is the number that begins with PR. Reasons: legal_order, sanction_match, suspected_takeover.',
      'At most 72 hours. The note stays in the log. Income goes on and is paid out when the order goes on.',
    ],
    run: async ({ desk, staff, say }, given) => {
      const hours = Number(given.option('hours') ?? '72')
      const until = await freezeProduct(
        desk,
        await staff(),
        given.of('order'),
        given.option('reason') ?? '',
        hours,
        given.option('note') ?? '',
      )
      say(`Frozen: order ${given.of('order')}, until ${saidAt(until)}.`)
    },
  },
  {
    name: 'product unfreeze',
    needs: ['order'],
    options: {},
    shown: '',
    about: 'Lets a frozen order go on now.',
    run: async ({ desk, staff, say }, given) => {
      await unfreezeProduct(desk, await staff(), given.of('order'))
      say(`Order ${given.of('order')} goes on.`)
    },
  },
]
