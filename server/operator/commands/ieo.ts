import { cancelIeo } from '../ieo.ts'
import type { OperatorCommand } from './command.ts'

/** Subscriptions of new tokens. */
export const ieoCommands: OperatorCommand[] = [
  {
    name: 'ieo call-off',
    needs: ['project'],
    options: { reason: { type: 'string' } },
    usage: '--reason <text>',
    about:
      'Calls a token subscription off, for good. All that was paid comes back, tokens go back to the issuer, everyone reads the reason.',
    run: async ({ context, staff, print }, input) => {
      await cancelIeo(context, await staff(), input.of('project'), input.option('reason') ?? '')
      print(`${input.of('project')} is called off. Refunds are on their way.`)
    },
  },
]
