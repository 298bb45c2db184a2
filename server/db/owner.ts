import { spawnSync } from 'node:child_process'
import { StartupError } from '../core/startup/config.ts'

/** Whom PostgreSQL runs as, when not as ourselves. */
export interface PostgresProcessUser {
  uid: number
  gid: number
}

const nobody: PostgresProcessUser = { uid: 65_534, gid: 65_534 }

/** PostgreSQL refuses to run as root; then it runs as nobody. Undefined when we are not root. */
export function findPostgresProcessUser(): PostgresProcessUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (canUserEnterFolder('/', nobody)) return nobody
  throw new StartupError('PostgreSQL does not run as root and there is no other user here: start as another user or set DATABASE_URL.')
}

/** Whether that user reaches the folder; asked of the system, which alone knows all its rules. */
export function canUserEnterFolder(folder: string, owner: PostgresProcessUser | undefined): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', stdio: 'ignore', ...owner }).status === 0
}
