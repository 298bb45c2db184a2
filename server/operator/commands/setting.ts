import { clearOperatorSetting, listOperatorSettings, setOperatorSetting } from '../settings.ts'
import { type OperatorCommand, formatTerminalTime, formatTextTable } from './command.ts'

const options = { lang: { type: 'string' } } as const

/** What everybody's app is told of the system. */
export const operatorSettingCommands: OperatorCommand[] = [
  {
    name: 'setting set',
    needs: ['name', 'value'],
    options,
    usage: '[--lang en-us]',
    about: 'Sets what every app is told of the system, within about ten minutes.',
    more: [
      'isPcLimite is 0 or 1: with 1, wide desktop windows get the desktop page.',
      'minClient is the oldest version of the app that is still supported, such as 0.1.0: an older one updates without asking.',
      'statusNote is a line that everybody reads, in one language at a time; where a language has none, people read the English one.',
      'maintenance is from when to when, such as "2026-11-30 02:00/2026-11-30 02:30" in UTC+8; it is shown until it is over.',
      'vouchedHosts is hosts of other sites that links open without a warning, such as "docs.example.com *.example.org"; *. takes in all that is beneath the host, and not the host itself.',
    ],
    run: async ({ context, staff, print }, input) => {
      const name = input.of('name')
      await setOperatorSetting(context, await staff(), { name, value: input.of('value'), lang: input.option('lang') })
      print(`Set: ${name}.`)
    },
  },
  {
    name: 'setting clear',
    needs: ['name'],
    options,
    usage: '[--lang en-us]',
    about: 'Takes back what was set; a status note in every language, unless one is named.',
    run: async ({ context, staff, print }, input) => {
      const name = input.of('name')
      await clearOperatorSetting(context, await staff(), { name, lang: input.option('lang') })
      print(`Cleared: ${name}.`)
    },
  },
  {
    name: 'setting list',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists what is set.',
    run: async ({ context, print }) => {
      const found = await listOperatorSettings(context)
      if (found.length === 0) return print('Nothing is set.')
      for (const line of formatTextTable(
        ['name', 'language', 'since', 'value'],
        found.map((setting) => [setting.name, setting.lang, formatTerminalTime(Number(setting.set_ms)), setting.value]),
      ))
        print(line)
    },
  },
]
