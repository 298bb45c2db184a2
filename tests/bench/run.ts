import { bytes } from './bytes.ts'
import { competition } from './competition.ts'
import { due } from './due.ts'
import { earn } from './earn.ts'
import { launch } from './launch.ts'
import { ledger } from './ledger.ts'
import { levels } from './levels.ts'
import { offline } from './offline.ts'
import { orders } from './orders.ts'
import { push } from './push.ts'
import { record } from './record.ts'
import { records } from './records.ts'
import { screen } from './screen.ts'
import { signIns } from './signIns.ts'
import { stream } from './stream.ts'
import { printRows, type Row } from './table.ts'
import { tap } from './tap.ts'
import { tree } from './tree.ts'
import { triggers } from './triggers.ts'
import { upload } from './upload.ts'

// `npm run bench [section …]`: figures of this machine at this moment, each beside what it should be compared with. Nothing is judged here.

const sections: Record<string, () => Promise<Row[]>> = {
  bytes,
  ledger,
  stream,
  screen,
  launch,
  offline,
  record,
  records,
  tree,
  triggers,
  orders,
  tap,
  due,
  earn,
  competition,
  levels,
  signIns,
  upload,
  push,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(sections, name))
if (unknown !== undefined) {
  console.error(`There is no section "${unknown}": choose from ${Object.keys(sections).join(', ')}.`)
  process.exit(1)
}

const rows: Row[] = []
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.error(`${name} …`)
  try {
    rows.push(...(await measure()))
  } catch (error) {
    console.error(`${name} could not be measured:`, error)
    process.exitCode = 1
  }
}
printRows(rows)
// The benches' PostgreSQL keeps this process alive and ends with it.
process.exit()
