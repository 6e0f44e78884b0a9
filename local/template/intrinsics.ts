/** Gives what `Ref` and `Fn::GetAtt` stand for. */
export interface References {
  /** of a resource, a parameter or a pseudo parameter; undefined if it is unknown */
  ref(name: string): unknown;
  /** undefined if it is unknown */
  attribute(resource: string, attribute: string): unknown;
}

/** A template value with every intrinsic function replaced by what it stands for. @throws Error for one that is not known here */
export function resolve(value: unknown, references: References): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => resolve(each, references)).filter((each) => each !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? ['', undefined];
  if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
    return intrinsic(name, argument, references);
  }
  const resolved = entries.map(([key, each]) => [key, resolve(each, references)] as const);
  return Object.fromEntries(resolved.filter(([, each]) => each !== undefined));
}

function intrinsic(name: string, argument: unknown, references: References): unknown {
  switch (name) {
    case 'Ref':
      if (argument === 'AWS::NoValue') return undefined;
      return known(references.ref(argument as string), `Ref ${argument as string}`);
    case 'Fn::GetAtt': {
      const [resource = '', attribute = ''] =
        typeof argument === 'string' ? argument.split(/\.(.*)/) : (argument as string[]);
      return known(references.attribute(resource, attribute), `Fn::GetAtt ${resource}.${attribute}`);
    }
    case 'Fn::Sub':
      return substitute(argument, references);
    case 'Fn::Join': {
      const [delimiter, parts] = argument as [string, unknown[]];
      return (resolve(parts, references) as string[]).join(delimiter);
    }
    case 'Fn::Split': {
      const [delimiter, text] = argument as [string, unknown];
      return String(resolve(text, references)).split(delimiter);
    }
    case 'Fn::Select': {
      const [index, list] = argument as [number, unknown];
      return (resolve(list, references) as unknown[])[Number(index)];
    }
    default:
      throw new Error(`The local cloud does not know ${name}: ${JSON.stringify(argument)}`);
  }
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-sub.html */
function substitute(argument: unknown, references: References): string {
  const [text, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as [
    string,
    Record<string, unknown>,
  ];
  return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (name in variables) return String(resolve(variables[name], references));
    return String(intrinsic(name.includes('.') ? 'Fn::GetAtt' : 'Ref', name, references));
  });
}

function known(value: unknown, what: string): unknown {
  if (value === undefined)
    throw new Error(`The template refers to what the local cloud does not have: ${what}`);
  return value;
}
