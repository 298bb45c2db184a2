import * as z from 'zod/mini'
import type { ApiCall } from '../src/contract/call.ts'
import { contract } from '../src/contract/contract.ts'
import { callsForOtherClients } from '../src/contract/otherClients.ts'
import { refusalKeyOfName, refusals } from '../src/contract/refusals.ts'
import { sitemap } from '../src/sitemap.ts'
import { requirementRows } from './tables/requirementRows.ts'

// `npm run docs`: every call, printed from the table that the server and the app read, and what was asked for with what answers it.

const shape = (schema: z.ZodMiniType): string =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, value: unknown) =>
    key === '$schema' || key === 'additionalProperties' ? undefined : value,
  )

const describe = (word: string, name: string, call: ApiCall): string => {
  const others = callsForOtherClients[`${word}.${name}`]
  const notes = [
    call.access,
    call.method === 'GET' ? `kept ${call.kept}` : call.once ? 'X-Request-Id required' : '',
    call.method === 'POST' && !call.path.includes(':id') ? (call.form ? 'multipart' : 'sealed') : '',
  ]
  const asks = call.method === 'GET' ? call.params : call.body
  return [
    `### ${name}`,
    `\`${call.method} ${call.path}\` · ${notes.filter(Boolean).join(' · ')}`,
    `- takes \`${shape(asks)}\``,
    `- gives \`${shape(call.reply)}\``,
    ...(others === undefined ? [] : [`- kept for other clients: ${others}`]),
    '',
  ].join('\n')
}

console.log('# The calls\n')
for (const [word, calls] of Object.entries(contract)) {
  console.log(`## ${word}\n`)
  for (const [name, call] of Object.entries(calls as Record<string, ApiCall>)) console.log(describe(word, name, call))
}
console.log('## Refusals\n')
for (const [name, { code, message }] of Object.entries(refusals))
  console.log(`- ${code} ${refusalKeyOfName(name as keyof typeof refusals)}: ${message.message}`)

console.log('\n# What was asked for\n')
console.log('| | asked for | screens and calls | tests |\n|---|---|---|---|')
for (const { id, says, screens, calls, tests } of requirementRows()) {
  const places = [...screens.map((name) => sitemap[name].path), ...calls].join(', ') || 'the whole app'
  const shown = [...new Set(tests.map(({ file, title }) => (title === '*' ? file : `${file}: ${title}`)))].join('; ')
  console.log(`| ${id} | ${says} | ${places} | ${shown} |`)
}
