import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { METRICS_NAMESPACE } from '../settings.ts';

/** A construct whose function emits metrics. */
export abstract class MeasuredConstruct extends Construct {
  /** Dimension `service` of the metrics: tells pipelines apart. */
  abstract readonly serviceName: string;

  /** Puzzles solved. Sum over five minutes unless told otherwise. */
  metricPuzzlesSolved(options?: MetricOptions): Metric {
    return this.#metric('PuzzlesSolved', options);
  }

  /** Puzzles that were shown to have no solution. Sum over five minutes unless told otherwise. */
  metricPuzzlesWithoutSolution(options?: MetricOptions): Metric {
    return this.#metric('PuzzlesWithoutSolution', options);
  }

  /** Records that are no valid puzzle. Sum over five minutes unless told otherwise. */
  metricPuzzlesInvalid(options?: MetricOptions): Metric {
    return this.#metric('PuzzlesInvalid', options);
  }

  /** Milliseconds that functions spent on solving. Sum over five minutes unless told otherwise. */
  metricSolvingTime(options?: MetricOptions): Metric {
    return this.#metric('SolvingTime', options);
  }

  #metric(metricName: string, options: MetricOptions = {}): Metric {
    return new Metric({
      namespace: METRICS_NAMESPACE,
      metricName,
      dimensionsMap: { service: this.serviceName },
      statistic: 'sum',
      ...options,
    });
  }
}
