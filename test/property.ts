import fc from 'fast-check';

// test/run-set-up.ts prints the seed, so that any run can be repeated
if (process.env.FUZZ_SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED) });

export default fc;
