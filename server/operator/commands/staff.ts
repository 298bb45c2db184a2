import { staffRoles } from '../roles.ts'
import { addStaff, deactivateStaff, listStaff } from '../staff.ts'
import { type OperatorCommand, formatTerminalTime, formatTextTable } from './command.ts'

/** Staff accounts. They take access to the machine and its database, no key: the first account is made in the same way as the others. */
export const staffAccountCommands: OperatorCommand[] = [
  {
    name: 'staff add',
    needs: ['name'],
    options: { role: { type: 'string', multiple: true } },
    usage: '--role <role> [--role <role> …]',
    about: 'Adds a member of staff and shows their key, this once.',
    more: [`Roles: ${staffRoles.join(', ')}.`, 'The key is given to that person, who puts it into OPERATOR_KEY or types it when asked.'],
    run: async ({ context, machine, print }, input) => {
      const member = { name: input.of('name'), roles: input.options('role'), by: machine, now: context.app.clock.now() }
      const { staff, key } = await addStaff(context.app.db, member)
      print(`${staff.name} is on staff as ${staff.roles.join(', ')}. The key, shown this once:`)
      print(key)
    },
  },
  {
    name: 'staff list',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists all accounts, ended ones too.',
    run: async ({ context, print }) => {
      const all = await listStaff(context.app.db)
      if (all.length === 0) return print('Nobody is on staff yet.')
      const rows = all.map((member) => [
        member.id,
        member.name,
        member.roles.join(','),
        formatTerminalTime(member.addedAt),
        member.endedAt === undefined ? '' : formatTerminalTime(member.endedAt),
      ])
      for (const line of formatTextTable(['no', 'name', 'roles', 'added', 'ended'], rows)) print(line)
    },
  },
  {
    name: 'staff end',
    needs: ['name'],
    options: {},
    usage: '',
    about: 'Ends an account at once. Its name is not given again.',
    run: async ({ context, machine, print }, input) => {
      const name = input.of('name')
      await deactivateStaff(context.app.db, { name, by: machine, now: context.app.clock.now() })
      print(`${name} is no longer on staff.`)
    },
  },
]
