import { expect, it } from 'vitest'
import { toCssModuleNamespaceImports } from './leanStyles.ts'

it('takes the classes of a sheet by their names, and leaves all other imports as they are', () => {
  const code = "import { a } from './a.ts'\nimport styles from './Home.module.css'\nimport tokens from './tokens.css'\n"
  expect(toCssModuleNamespaceImports(code)).toBe(
    "import { a } from './a.ts'\nimport * as styles from './Home.module.css'\nimport tokens from './tokens.css'\n",
  )
})
