/** What a resource of a stack is called; `given` is the name in the template, if it has one. */
export function physicalName(type: string, id: string, given: unknown, stackName: string): string {
  if (typeof given === 'string') return given;
  const made = `${stackName}-${id}`;
  // names of buckets have no capitals, and at most 63 characters
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
      // roles and the like: nothing here acts on them
      return `arn:aws:local:${region}:${account}:${name}`;
  }
}
