import { clearSetting, listSettings, setSetting } from '../settings.ts'
import { type Command, saidAt, table } from './command.ts'

const options = { lang: { type: 'string' } } as const

/** What everybody's app is told of the system. */
export const settingCommands: Command[] = [
  {
    name: 'setting set',
    needs: ['name', 'value'],
    options,
    shown: '[--lang en-us]',
    about: 'Sets what every app is told of the system, within about ten minutes.',
    more: [
      'isPcLimite is 0 or 1: with 1, wide desktop windows get the desktop page.',
      'minClient is the oldest version of the app that is still supported, such as 0.1.0: an older one updates without asking.',
      'statusNote is a line that everybody reads, in one language at a time; where a language has none, people read the English one.',
      'maintenance is from when to when, such as "2026-11-30 02:00/2026-11-30 02:30" in UTC+8; it is shown until it is over.',
      'vouchedHosts is hosts of other sites that links open without a warning, such as "docs.example.com *.example.org"; *. takes in all that is beneath the host, and not the host itself.',
    ],
    run: async ({ desk, staff, say }, given) => {
      const name = given.of('name')
      await setSetting(desk, await staff(), { name, value: given.of('value'), lang: given.option('lang') })
      say(`Set: ${name}.`)
    },
  },
  {
    name: 'setting clear',
    needs: ['name'],
    options,
    shown: '[--lang en-us]',
    about: 'Takes back what was set; a status note in every language, unless one is named.',
    run: async ({ desk, staff, say }, given) => {
      const name = given.of('name')
      await clearSetting(desk, await staff(), { name, lang: given.option('lang') })
      say(`Cleared: ${name}.`)
    },
  },
  {
    name: 'setting list',
    needs: [],
    options: {},
    shown: '',
    about: 'Lists what is set.',
    run: async ({ desk, say }) => {
      const found = await listSettings(desk)
      if (found.length === 0) return say('Nothing is set.')
      for (const line of table(
        ['name', 'language', 'since', 'value'],
        found.map((one) => [one.name, one.lang, saidAt(Number(one.set_ms)), one.value]),
      ))
        say(line)
    },
  },
]
