import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const hasProc = process.platform === 'linux'

/** When a process began, in whatever unit the system has; '' when there is no such process. With the number it names one process for ever. */
export function processStartFingerprint(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return ''
  if (!hasProc) return ps(pid, 'lstart=').replaceAll(' ', '_')
  try {
    // Field 22 of stat; the second field may hold spaces, so counting starts after its closing bracket. A zombie is dead.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    if (fields[0] === 'Z') return ''
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return `${fields[19]}@${boot}`
  } catch {
    return ''
  }
}

/** The command line of a process, '' when there is none. */
export function processCommandLine(pid: number): string {
  if (!hasProc) return ps(pid, 'args=')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

const ps = (pid: number, column: string): string =>
  spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
