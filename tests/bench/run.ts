import { startCluster } from '../support/cluster.ts'
import { sharedTarget } from '../support/testDatabase.ts'
import { bytes } from './bytes.ts'
import { competition } from './competition.ts'
import { due } from './due.ts'
import { visits } from './firstVisit.ts'
import { earn } from './earn.ts'
import { launch } from './launch.ts'
import { ledger } from './ledger.ts'
import { levels } from './levels.ts'
import { lighthouseFigures } from './lighthouse.ts'
import { offline } from './offline.ts'
import { options } from './options.ts'
import { orders } from './orders.ts'
import { overload } from './overload.ts'
import { push } from './push.ts'
import { record } from './record.ts'
import { records } from './records.ts'
import { screen } from './screen.ts'
import { signIns } from './signIns.ts'
import { simulated } from './simulated.ts'
import { isSmoke } from './support/size.ts'
import { stored } from './stored.ts'
import { stream } from './stream.ts'
import { printRows, type Row, withoutWork } from './support/table.ts'
import { tap } from './tap.ts'
import { tree } from './tree.ts'
import { triggers } from './triggers.ts'
import { upload } from './upload.ts'

// `npm run bench [section …]`: figures of this machine at this moment, each beside what it should be compared with. None is judged, but for one
// thing: where there was work to measure there is a figure, or the section and the command have failed. `--smoke` asks that alone of every
// section, with the smallest sizes.

const sections: Record<string, () => Promise<Row[]>> = {
  bytes,
  visits,
  ledger,
  stream,
  screen,
  launch,
  lighthouse: lighthouseFigures,
  stored,
  offline,
  simulated,
  options,
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
  overload,
  upload,
  push,
}

const asked = process.argv.slice(2).filter((word) => word !== '--smoke')
const unknown = asked.find((name) => !Object.hasOwn(sections, name))
if (unknown !== undefined) {
  console.error(`There is no section "${unknown}": choose from ${Object.keys(sections).join(', ')}.`)
  process.exit(1)
}

// One PostgreSQL for all sections and their processes, but for those that need one of their own.
process.env[sharedTarget] = JSON.stringify((await startCluster()).place)

const rows: Row[] = []
const failed: string[] = []
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const startedAt = performance.now()
  console.error(`${name} …`)
  try {
    const measured = await measure()
    rows.push(...measured)
    const empty = withoutWork(measured)
    if (empty.length > 0) throw new Error(`nothing was measured where there was work to do: ${empty.join('; ')}`)
  } catch (error) {
    console.error(`${name} could not be measured:`, error)
    failed.push(name)
  }
  if (isSmoke) console.error(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}
printRows(rows)
if (failed.length > 0) {
  console.error(`Not measured: ${failed.join(', ')}`)
  process.exitCode = 1
}
// The benches' PostgreSQL keeps this process alive and ends with it.
process.exit()
