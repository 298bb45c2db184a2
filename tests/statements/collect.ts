import { type CallExpression, isCallExpression, isPropertyAccessExpression, type Node } from 'typescript/unstable/ast'
import { API, type Project, type Type, TypeFlags } from 'typescript/unstable/sync'
import { Evaluator, NotStatic } from './evaluate.ts'

const root = new URL('../..', import.meta.url).pathname

/** What a statement's row is said to be, field by field. */
export interface Field {
  name: string
  /** What its values are in the server's memory; undefined where it may be several or anything. */
  kind: ValueKind | undefined
}

/** A list, bytes and an object of JSON are objects. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'object'

/** A call of `query` in the server. */
export interface StatementCall {
  file: string
  line: number
  /** Every text that it can be; or why that is known only when the server runs. */
  texts: readonly string[] | NotStatic
  /** Undefined where the row is anything: nothing is read from it, or what it is follows from a type parameter. */
  fields: readonly Field[] | undefined
}

/** Every call of `query` in the server but those of tests. */
export function collectStatements(): StatementCall[] {
  const api = new API({ cwd: root })
  try {
    return collect(api)
  } finally {
    api.close()
  }
}

function collect(api: API): StatementCall[] {
  kinds.clear()
  const config = `${root}server/tsconfig.json`
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error('the compiler does not open server/tsconfig.json')
  const evaluator = new Evaluator(project)
  return project.rootFiles
    .filter((file) => file.startsWith(`${root}server/`) && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = project.program.getSourceFile(file)
      if (!source) throw new Error(`the compiler does not read ${file}`)
      const lineOf = (node: Node): number => source.text.slice(0, node.getStart(source)).split('\n').length
      return queriesIn(source).map((call) => ({
        file: file.slice(root.length),
        line: lineOf(call.expression),
        texts: textsOf(evaluator, call),
        fields: fieldsOf(project, call),
      }))
    })
}

function queriesIn(source: Node): CallExpression[] {
  const found: CallExpression[] = []
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression) && node.expression.name.text === 'query') found.push(node)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

function textsOf(evaluator: Evaluator, { arguments: [text] }: CallExpression): string[] | NotStatic {
  try {
    return text ? evaluator.textsOf(text) : new NotStatic('no text')
  } catch (error) {
    if (error instanceof NotStatic) return error
    throw error
  }
}

/** The fields of Row in the Promise<Row[]> that the call gives. */
function fieldsOf({ checker }: Project, call: CallExpression): Field[] | undefined {
  let type = checker.getTypeAtLocation(call)
  for (let depth = 0; depth < 2; depth++) type = type?.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined
  if (!type || type.isTypeParameter() || checker.getIndexInfosOfType(type).length > 0) return undefined
  const properties = checker.getPropertiesOfType(type)
  const types = checker.getTypeOfSymbol(properties)
  return properties.map(({ name }, at) => ({ name, kind: kindOf(types[at]) }))
}

const kinds = new Map<number, ValueKind | undefined>()

/** Asked once for each type: every question goes to the compiler and back. */
function kindOf(type: Type | undefined): ValueKind | undefined {
  if (!type) return undefined
  if (!kinds.has(type.id)) kinds.set(type.id, findKind(type))
  return kinds.get(type.id)
}

function findKind(type: Type): ValueKind | undefined {
  const { flags } = type
  if (flags & TypeFlags.StringLike) return 'string'
  if (flags & TypeFlags.NumberLike) return 'number'
  if (flags & TypeFlags.BooleanLike) return 'boolean'
  if (flags & TypeFlags.Object) return 'object'
  if (type.isUnionType()) {
    const each = new Set(
      type
        .getTypes()
        .filter((type) => !(type.flags & (TypeFlags.Null | TypeFlags.Undefined)))
        .map(kindOf),
    )
    return each.size === 1 ? [...each][0] : undefined
  }
  // A decimal is a string with a brand.
  return type.isIntersectionType()
    ? type
        .getTypes()
        .map(kindOf)
        .find((kind) => kind !== 'object')
    : undefined
}
