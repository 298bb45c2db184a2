import {
  type CallExpression,
  type Expression,
  type FunctionDeclaration,
  type Identifier,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isSourceFile,
  isShorthandPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  isVariableDeclarationList,
  type Node,
  NodeFlags,
  type ParameterDeclaration,
  type PropertyAssignment,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { type Checker, type Project, type Symbol, type Type, TypeFlags } from 'typescript/unstable/sync'

// What a text in the server's sources can be, worked out without running it: constants, what is put together from them, functions that give
// such texts, and every choice between several.

type Value = string | number | readonly Value[] | { node: Node; scope: Scope }
/** What the parameters of the functions being looked into are. */
type Scope = ReadonlyMap<Node, readonly Value[]>

/** Why a text cannot be worked out. */
export class NotStatic extends Error {}

const maxChoices = 200
const maxDepth = 40

/** Every combination of one choice of each. */
function combinations<T>(choices: readonly (readonly T[])[]): T[][] {
  const all = choices.reduce<T[][]>(
    (done, next) => done.flatMap((values) => next.map((value) => [...values, value])).slice(0, maxChoices + 1),
    [[]],
  )
  if (all.length > maxChoices) throw new NotStatic('too many choices')
  return all
}

const isFunctionNode = (node: Node): boolean => isArrowFunction(node) || isFunctionDeclaration(node)

export class Evaluator {
  readonly #checker: Checker
  readonly #project: Project
  readonly #constants = new Map<Node, readonly Value[]>()
  readonly #callers = new Map<Node, readonly Value[] | NotStatic>()
  #depth = 0

  constructor(project: Project) {
    this.#project = project
    this.#checker = project.checker
  }

  /** Every text that the expression can be. Throws NotStatic where it is decided only when the server runs. */
  textsOf(node: Node): string[] {
    const texts = this.#choices(node, new Map()).map((value) => {
      if (typeof value !== 'string') throw new NotStatic('no text')
      return value
    })
    return [...new Set(texts)]
  }

  #choices(node: Node, scope: Scope): readonly Value[] {
    if (++this.#depth > maxDepth) {
      this.#depth = 0
      throw new NotStatic('it leads to itself')
    }
    try {
      return this.#inside(node, scope)
    } finally {
      this.#depth = Math.max(0, this.#depth - 1)
    }
  }

  #inside(node: Node, scope: Scope): readonly Value[] {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [node.text]
    if (isNumericLiteral(node)) return [Number(node.text)]
    if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node) || isNonNullExpression(node))
      return this.#choices(node.expression, scope)
    if (isTemplateExpression(node)) {
      const parts = node.templateSpans.flatMap(({ expression, literal }) => [this.#choices(expression, scope), [literal.text]])
      return combinations([[node.head.text], ...parts]).map((combination) => combination.map(asText).join(''))
    }
    if (isConditionalExpression(node)) return [...this.#choices(node.whenTrue, scope), ...this.#choices(node.whenFalse, scope)]
    if (isBinaryExpression(node)) return this.#binary(node.operatorToken.kind, node.left, node.right, scope)
    if (isArrayLiteralExpression(node)) return combinations(node.elements.map((element) => this.#choices(element, scope)))
    if (isObjectLiteralExpression(node) || isFunctionNode(node)) return [{ node, scope }]
    if (isCallExpression(node)) return this.#call(node, scope)
    if (isPropertyAccessExpression(node)) return this.#property(node.expression, node.name.text, node, scope)
    if (isElementAccessExpression(node))
      return this.#choices(node.argumentExpression, scope).flatMap((key) => this.#property(node.expression, asText(key), node, scope))
    if (isIdentifier(node)) return this.#identifier(node, scope)
    return this.#byType(node)
  }

  #binary(operator: SyntaxKind, left: Expression, right: Expression, scope: Scope): readonly Value[] {
    if (operator === SyntaxKind.PlusToken)
      return combinations([this.#choices(left, scope), this.#choices(right, scope)]).map(([first, second]) =>
        typeof first === 'number' && typeof second === 'number' ? first + second : `${asText(first)}${asText(second)}`,
      )
    if (operator === SyntaxKind.QuestionQuestionToken || operator === SyntaxKind.BarBarToken)
      return [...this.#choices(left, scope), ...this.#choices(right, scope)]
    if (operator === SyntaxKind.AsteriskToken)
      return combinations([this.#choices(left, scope), this.#choices(right, scope)]).map((combination) =>
        combination.reduce((product: number, value) => product * Number(asText(value)), 1),
      )
    throw new NotStatic('an operator')
  }

  #identifier(node: Identifier, scope: Scope): readonly Value[] {
    const found = this.#checker.getSymbolAtLocation(node)
    const declaration = found && this.#declarationOf(found)
    if (!declaration) throw new NotStatic(`no declaration of ${node.text}`)
    const bound = scope.get(declaration)
    if (bound) return bound
    if (isFunctionDeclaration(declaration)) return [{ node: declaration, scope: new Map() }]
    if (isVariableDeclaration(declaration) && declaration.initializer && isConstant(declaration))
      return this.#constant(declaration, declaration.initializer, scope)
    return this.#byType(node, declaration)
  }

  /** What stands outside of functions is the same for all. */
  #constant(declaration: Node, initializer: Expression, scope: Scope): readonly Value[] {
    if (isFilledLater(declaration, initializer)) throw new NotStatic('a list that is filled when it runs')
    if (!isSourceFile(declaration.parent.parent.parent)) return this.#choices(initializer, scope)
    const known = this.#constants.get(declaration) ?? this.#choices(initializer, new Map())
    this.#constants.set(declaration, known)
    return known
  }

  #declarationOf(symbol: Symbol): Node | undefined {
    const own = symbol.valueDeclaration?.resolve(this.#project)
    if (own) return own
    return this.#checker.getAliasedSymbol(symbol).valueDeclaration?.resolve(this.#project)
  }

  #property(object: Expression, key: string, node: Node, scope: Scope): readonly Value[] {
    if (key === 'length') throw new NotStatic('it counts what it is given')
    let objects: readonly Value[]
    try {
      objects = this.#choices(object, scope)
    } catch (error) {
      if (error instanceof NotStatic) return this.#byType(node)
      throw error
    }
    return objects.flatMap((object) => {
      if (typeof object !== 'object' || !('node' in object) || !isObjectLiteralExpression(object.node)) return this.#byType(node)
      for (const property of object.node.properties) {
        if (isPropertyAssignment(property) && nameOf(property) === key) return this.#choices(property.initializer, object.scope)
        if (isShorthandPropertyAssignment(property) && isIdentifier(property.name) && property.name.text === key) {
          const value = this.#checker.getShorthandAssignmentValueSymbol(property)
          const declaration = value && this.#declarationOf(value)
          if (declaration && isVariableDeclaration(declaration) && declaration.initializer)
            return this.#choices(declaration.initializer, object.scope)
        }
      }
      return this.#byType(node)
    })
  }

  /** A function of constants, or one of the methods that texts and lists are put together with. */
  #call(node: CallExpression, scope: Scope): readonly Value[] {
    const { expression } = node
    if (isPropertyAccessExpression(expression)) {
      const name = expression.name.text
      if (name === 'join') return this.#join(expression.expression, node.arguments[0], scope)
      if (name === 'map' && node.arguments[0]) return this.#map(expression.expression, node.arguments[0], scope)
      if (name === 'trim' || name === 'toString') return this.#choices(expression.expression, scope)
      if (isIdentifier(expression.expression) && expression.expression.text === 'Object' && node.arguments[0])
        return this.#objectList(name, node.arguments[0], scope)
    }
    if (!isIdentifier(expression) && !isPropertyAccessExpression(expression)) throw new NotStatic('a call')
    return this.#choices(expression, scope).flatMap((choice) =>
      this.#apply(
        choice,
        node.arguments.map((argument) => () => this.#choices(argument, scope)),
      ),
    )
  }

  #apply(called: Value, given: readonly (() => readonly Value[])[]): readonly Value[] {
    if (typeof called !== 'object' || !('node' in called) || !isFunctionNode(called.node)) throw new NotStatic('a call')
    const { parameters, body } = called.node as FunctionDeclaration
    const scope = new Map(called.scope)
    for (const [at, parameter] of parameters.entries()) this.#bind(scope, parameter, given[at])
    if (!body) throw new NotStatic('a call')
    if (!isBlock(body)) return this.#choices(body, scope)
    const returned = body.statements.filter(isReturnStatement)
    const last = body.statements.at(-1)
    if (returned.length !== 1 || !last || !isReturnStatement(last) || !last.expression) throw new NotStatic('a function of several steps')
    return this.#choices(last.expression, scope)
  }

  #bind(scope: Map<Node, readonly Value[]>, parameter: ParameterDeclaration, given: (() => readonly Value[]) | undefined): void {
    try {
      const values = given ? given() : parameter.initializer && this.#choices(parameter.initializer, scope)
      if (values) scope.set(parameter, values)
    } catch (error) {
      // What is not known may not be needed: it is asked for again where it is used.
      if (!(error instanceof NotStatic)) throw error
    }
  }

  #lists(node: Expression, scope: Scope): (readonly Value[])[] {
    return this.#choices(node, scope).map((list) => {
      if (!Array.isArray(list)) throw new NotStatic('no list')
      return list as readonly Value[]
    })
  }

  #join(list: Expression, by: Expression | undefined, scope: Scope): readonly Value[] {
    const between = by ? this.#choices(by, scope).map(asText) : [',']
    return this.#lists(list, scope).flatMap((choice) => between.map((text) => choice.map(asText).join(text)))
  }

  #map(list: Expression, work: Expression, scope: Scope): readonly Value[] {
    const [called] = this.#choices(work, scope)
    if (called === undefined) throw new NotStatic('a call')
    return this.#lists(list, scope).flatMap((list2) =>
      combinations(list2.map((value, at) => this.#apply(called, [() => [value], () => [at]]))),
    )
  }

  #objectList(name: string, object: Expression, scope: Scope): readonly Value[] {
    try {
      return this.#choices(object, scope).map((choice) => this.#listOf(name, choice))
    } catch (error) {
      if (!(error instanceof NotStatic && name === 'keys')) throw error
      return this.#keysByType(object)
    }
  }

  #listOf(name: string, object: Value): readonly Value[] {
    if (typeof object !== 'object' || !('node' in object) || !isObjectLiteralExpression(object.node))
      throw new NotStatic('no constant object')
    return object.node.properties.map((property) => {
      const key = isPropertyAssignment(property) ? nameOf(property) : undefined
      if (key === undefined || !isPropertyAssignment(property)) throw new NotStatic('no constant object')
      if (name === 'keys') return key
      const [value] = this.#choices(property.initializer, object.scope)
      if (value === undefined) throw new NotStatic('no constant object')
      return name === 'values' ? value : [key, value]
    })
  }

  /** The columns that a row of this type may set: all of them at once, which takes every one of them to the database. */
  #keysByType(object: Expression): readonly Value[] {
    const type = this.#checker.getTypeAtLocation(object)
    const names = type ? this.#checker.getPropertiesOfType(type).map((property) => property.name) : []
    if (!type || names.length === 0 || this.#checker.getIndexInfosOfType(type).length > 0) throw new NotStatic('no constant object')
    return [names]
  }

  /** One of a few literals by its type; a number is any number; a parameter is what its callers give. */
  #byType(node: Node, declaration?: Node): readonly Value[] {
    const type = this.#checker.getTypeAtLocation(node)
    if (type) {
      const literals = literalsOf(type)
      if (literals) return literals
    }
    if (declaration && isParameterDeclaration(declaration)) return this.#byCallers(declaration)
    throw new NotStatic(`${isIdentifier(node) ? node.text : 'a value'} is known only when it runs`)
  }

  /** Found by asking where the function is used, which is slow: once for each parameter. */
  #byCallers(parameter: ParameterDeclaration): readonly Value[] {
    let known = this.#callers.get(parameter)
    if (!known) {
      // While it is looked for, a parameter that leads to itself has no answer.
      this.#callers.set(parameter, new NotStatic('it leads to itself'))
      try {
        known = this.#lookAtCallers(parameter)
      } catch (error) {
        if (!(error instanceof NotStatic)) throw error
        known = error
      }
      this.#callers.set(parameter, known)
    }
    if (known instanceof NotStatic) throw known
    return known
  }

  #lookAtCallers(parameter: ParameterDeclaration): readonly Value[] {
    const { parent } = parameter
    const at = (parent as FunctionDeclaration).parameters.indexOf(parameter)
    if (!isFunctionNode(parent)) throw new NotStatic('a parameter')
    const calls = this.#checker.getSignatureUsage(parent).map(({ call }) => call?.resolve(this.#project))
    const values = calls.flatMap((call) => {
      if (!call || !isCallExpression(call)) return []
      const given = call.arguments[at] ?? parameter.initializer
      return given ? this.#choices(given, new Map()) : []
    })
    if (values.length === 0) throw new NotStatic('a parameter')
    return values
  }
}

const nameOf = ({ name }: PropertyAssignment): string | undefined => (isIdentifier(name) || isStringLiteral(name) ? name.text : undefined)

function asText(value: Value | undefined): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new NotStatic('no text')
}

/** A list that begins so and is pushed to afterwards is not what it begins as. */
function isFilledLater(declaration: Node, initializer: Expression): boolean {
  if (!isArrayLiteralExpression(initializer) || !isVariableDeclaration(declaration) || !isIdentifier(declaration.name)) return false
  return declaration.getSourceFile().text.includes(`${declaration.name.text}.push(`)
}

const isConstant = ({ parent }: Node): boolean => isVariableDeclarationList(parent) && (parent.flags & NodeFlags.Const) !== 0

/** The few values of a type of literals; a number stands for any. */
function literalsOf(type: Type): (string | number)[] | undefined {
  if (type.isLiteralType() && (typeof type.value === 'string' || typeof type.value === 'number')) return [type.value]
  if (type.flags & TypeFlags.Number) return [1]
  if (!type.isUnionType()) return undefined
  const each = type.getTypes().map(literalsOf)
  return each.every((texts) => texts !== undefined) ? each.flat() : undefined
}
