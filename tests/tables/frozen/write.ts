import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { frozen, frozenText } from './frozen.ts'

// `node tests/tables/frozen/write.ts`: for names that are added. One that is changed or gone is a break: read CONTRIBUTING.md first.
for (const [file, value] of Object.entries(frozen())) writeFileSync(join(import.meta.dirname, file), frozenText(value))
