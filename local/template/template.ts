// The parts of a CloudFormation template that are used here: names, ARNs, and intrinsic functions, which are resolved.

/** The parts of a CloudFormation template that are used here. */
export interface Template {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Record<string, unknown> }>
  >;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** Where a template is deployed. */
export interface Deployment {
  readonly stackName: string;
  readonly account: string;
  readonly region: string;
  /** http://HOST:PORT of S3 and SQS */
  readonly endpoint: string;
  /** Returns the directory of a function's code by the key of its asset. @throws Error if there is none */
  readonly assetDirectory: (key: string) => string;
}

/** The physical name of a resource. @param given the name in the template, if it has one */
export function physicalName(type: string, id: string, given: unknown, stackName: string): string {
  if (typeof given === 'string') return given;
  const made = `${stackName}-${id}`;
  // bucket names have no capitals, and at most 63 characters
  return type === 'AWS::S3::Bucket' ? made.toLowerCase().slice(0, 63) : made;
}

/** The template's property for a resource's name, such as QueueName. */
export function nameProperty(type: string): string {
  return `${type.split('::').at(-1)}Name`;
}

export function arnOf(type: string, name: string, region: string, account: string): string {
  switch (type) {
    case 'AWS::S3::Bucket':
      return `arn:aws:s3:::${name}`;
    case 'AWS::SQS::Queue':
      return `arn:aws:sqs:${region}:${account}:${name}`;
    case 'AWS::Lambda::Function':
      return `arn:aws:lambda:${region}:${account}:function:${name}`;
    case 'AWS::Logs::LogGroup':
      return `arn:aws:logs:${region}:${account}:log-group:${name}:*`;
    default:
      // roles and similar resources, which the local cloud does not use
      return `arn:aws:local:${region}:${account}:${name}`;
  }
}

/** The values of `Ref` and `Fn::GetAtt`. */
interface References {
  /** of a resource, a parameter or a pseudo parameter; undefined if it is unknown */
  ref(name: string): unknown;
  /** undefined if it is unknown */
  attribute(resource: string, attribute: string): unknown;
}

/** Replaces every intrinsic function in a template value by its result. @throws Error for an unsupported function */
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
      throw new Error(`The local cloud does not support ${name}: ${JSON.stringify(argument)}`);
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
    throw new Error(`The template refers to a value that the local cloud does not have: ${what}`);
  return value;
}

/** The references of a template's own resources and of CloudFormation's pseudo parameters. */
export function referencesOf(template: Template, deployment: Deployment): References {
  const { stackName, account, region } = deployment;
  const pseudo: Record<string, string> = {
    'AWS::AccountId': account,
    'AWS::Region': region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
  };
  const nameOf = (id: string) => {
    const resource = template.Resources[id];
    return (
      resource &&
      physicalName(resource.Type, id, resource.Properties?.[nameProperty(resource.Type)], stackName)
    );
  };
  return {
    ref: (id) => {
      if (id in pseudo) return pseudo[id];
      const name = nameOf(id);
      return template.Resources[id]?.Type === 'AWS::SQS::Queue' ? queueUrlOf(name!, deployment) : name;
    },
    attribute: (id, attribute) => {
      const type = template.Resources[id]?.Type ?? '';
      const name = nameOf(id);
      if (attribute === 'Arn') return name && arnOf(type, name, region, account);
      if (attribute === 'QueueName' || attribute === 'BucketName') return name;
      return undefined;
    },
  };
}

export function queueUrlOf(
  name: string,
  { endpoint, account }: Pick<Deployment, 'endpoint' | 'account'>,
): string {
  return `${endpoint}/${account}/${name}`;
}
