import { roles } from '../roles.ts'
import { addStaff, endStaff, listStaff } from '../staff.ts'
import { type Command, saidAt, table } from './command.ts'

/** Staff accounts. They take access to the machine and its database, no key: the first account is made in the same way as the others. */
export const staffCommands: Command[] = [
  {
    name: 'staff add',
    needs: ['name'],
    options: { role: { type: 'string', multiple: true } },
    shown: '--role <role> [--role <role> …]',
    about: 'Adds a member of staff and shows their key, this once.',
    more: [`Roles: ${roles.join(', ')}.`, 'The key is given to that person, who puts it into OPERATOR_KEY or types it when asked.'],
    run: async ({ desk, machine, say }, given) => {
      const asked = { name: given.of('name'), roles: given.options('role'), by: machine, now: desk.house.clock.now() }
      const { staff, key } = await addStaff(desk.house.db, asked)
      say(`${staff.name} is on staff as ${staff.roles.join(', ')}. The key, shown this once:`)
      say(key)
    },
  },
  {
    name: 'staff list',
    needs: [],
    options: {},
    shown: '',
    about: 'Lists all accounts, ended ones too.',
    run: async ({ desk, say }) => {
      const all = await listStaff(desk.house.db)
      if (all.length === 0) return say('Nobody is on staff yet.')
      const rows = all.map((one) => [
        one.id,
        one.name,
        one.roles.join(','),
        saidAt(one.addedAt),
        one.endedAt === undefined ? '' : saidAt(one.endedAt),
      ])
      for (const line of table(['no', 'name', 'roles', 'added', 'ended'], rows)) say(line)
    },
  },
  {
    name: 'staff end',
    needs: ['name'],
    options: {},
    shown: '',
    about: 'Ends an account at once. Its name is not given again.',
    run: async ({ desk, machine, say }, given) => {
      const name = given.of('name')
      await endStaff(desk.house.db, { name, by: machine, now: desk.house.clock.now() })
      say(`${name} is no longer on staff.`)
    },
  },
]
