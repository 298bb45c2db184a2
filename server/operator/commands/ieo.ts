import { callOffIeo } from '../ieo.ts'
import type { Command } from './command.ts'

/** Subscriptions of new tokens. */
export const ieoCommands: Command[] = [
  {
    name: 'ieo call-off',
    needs: ['project'],
    options: { reason: { type: 'string' } },
    shown: '--reason <text>',
    about:
      'Calls a token subscription off, for good. All that was paid comes back, tokens go back to the issuer, everyone reads the reason.',
    run: async ({ desk, staff, say }, given) => {
      await callOffIeo(desk, await staff(), given.of('project'), given.option('reason') ?? '')
      say(`${given.of('project')} is called off. Refunds are on their way.`)
    },
  },
]
