// npm run checks -- NAME [options]: without a name, lists the checks
import { Command } from 'commander';

new Command('checks')
  .description(
    'Checks that run for minutes or need a program or a file of their own. They exit with 1 if they find a fault. `npm run checks -- NAME --help` lists the options of one.',
  )
  .command('aws', 'a deployment in your AWS account', { executableFile: 'aws.ts' })
  .command('records', 'records of every length on every path through the code', {
    executableFile: 'records.ts',
  })
  .command('old-tree', 'what this tree and another one do with the same files', {
    executableFile: 'old-tree.ts',
  })
  .command('parquet', 'Parquet files against pyarrow and DuckDB', { executableFile: 'parquet.ts' })
  .command('soak', 'uploads through the local cloud under faults', { executableFile: 'soak.ts' })
  .command('upgrade', 'jobs across a deployment of another version, and back', {
    executableFile: 'upgrade.ts',
  })
  .parse();
